/** Somebody's exact words, in the quotation marks of the languages that recall knows. */
export const quoted = /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{2,200})」/gu
