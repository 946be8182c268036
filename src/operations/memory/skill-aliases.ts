import { deprecatedAlias } from '../deprecated-alias.js'
import { createSkill } from './create-skill.js'
import { recallSkill } from './recall-skill.js'

export const buildSkill = deprecatedAlias('build_skill', createSkill)
export const howTo = deprecatedAlias('how_to', recallSkill)
