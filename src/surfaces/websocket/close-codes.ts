/** WSS3, WSS6: why a socket is closed. */
export const closeCodes = {
  done: 1000,
  slow: 1008,
  failed: 1011,
  badRequest: 4400,
  unauthorized: 4401,
  notFound: 4404,
} as const
