import { wordSet } from '../../phrases.js'

/**
 * Nouns for kinds of nodes. A graph rarely tells what its nodes are, so that "which services" and "the person who" are
 * taken at their word; a narrower noun ("which dogs") would claim what nothing tells.
 */
export const kindNouns = wordSet(`person people someone somebody employee employees engineer engineers developer
  developers colleague colleagues worker workers member members
  company companies organisation organisations organization organizations team teams department departments group groups
  vendor vendors firm firms
  city cities town towns village villages country countries region regions place places location locations site sites
  office offices building buildings room rooms datacenter datacenters area areas
  service services system systems module modules component components library libraries package packages tool tools
  product products part parts app apps application applications database databases project projects platform platforms
  server servers machine machines artifact artifacts language languages framework frameworks resource resources
  thing things something entity entities item items one ones node nodes`)
