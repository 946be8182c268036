import { wordSet } from '../../phrases.js'

/** Nouns for kinds of nodes; a narrower noun ("which dogs") would claim what nothing tells. */
export const nounsOfKind = {
  person:
    'person people someone somebody employee employees engineer engineers developer developers colleague colleagues worker workers member members',
  group:
    'company companies organisation organisations organization organizations team teams department departments group groups vendor vendors firm firms',
  place:
    'city cities town towns village villages country countries region regions place places location locations area areas',
  spot: 'site sites office offices building buildings room rooms datacenter datacenters',
  thing:
    'service services system systems module modules component components library libraries package packages tool tools product products part parts app apps application applications database databases project projects platform platforms server servers machine machines artifact artifacts framework frameworks resource resources',
  language: 'language languages',
} as const

const anyNouns = 'thing things something entity entities item items one ones node nodes'

export const kindNouns = wordSet([...Object.values(nounsOfKind), anyNouns].join(' '))
