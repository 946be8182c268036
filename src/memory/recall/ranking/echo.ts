import type { Candidate } from './candidates.js'

/** REC17: a stored question repeats what is asked and does not answer it. */
export const isEcho = ({ isQuestion, saidAs }: Pick<Candidate, 'isQuestion' | 'saidAs'>): boolean =>
  isQuestion || saidAs === 'question'
