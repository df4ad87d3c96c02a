/**
 * All limits and time-outs of a request. Each is set explicitly because the defaults of Node and Fastify are
 * off or far too long: with them, slow headers were cut off only after 95 s.
 */
export const requestLimits = {
  /** A client that sends its headers slowly holds only a socket; 10 s is generous on any connection. */
  headersTimeoutMs: 10_000,
  /** From the connection to the end of its TLS handshake, for which nothing is known of the client yet. */
  handshakeTimeoutMs: 10_000,
  /** How often the files of the certificate are read: renewals come days before the end. */
  certificateCheckMs: 60_000,
  /** From the first byte of the request to the last byte of its body. */
  requestTimeoutMs: 30_000,
  /** From a complete answer until the operating system has its last byte: 20 kB/s for the largest answer. */
  answerTimeoutMs: 30_000,
  /**
   * How long a refused, unread body may keep arriving after the answer. If the connection were closed at
   * once, the client could miss the answer.
   */
  unwantedBodyTimeoutMs: 5_000,
  /** How often Node checks the header and request time-outs: a socket is cut off at most this much late. */
  connectionCheckMs: 1_000,
  /**
   * Connections waiting to be accepted. With Node's default of 511, some of a thousand simultaneous clients
   * connect only at the kernel's second or fourth attempt, seconds later, unnoticed by this process.
   */
  connectionBacklog: 4_096,
  /** Longer than the idle time-out of common clients and load balancers (60 s), so that they close first. */
  keepAliveTimeoutMs: 75_000,
  /** Bytes of the request line and all headers together. */
  maxHeaderBytes: 16 * 1024,
  maxHeaderCount: 100,
  /** Bytes of a translate body: the largest call, escaped in JSON as \uXXXX, plus the other members. */
  maxTranslateBodyBytes: 1024 * 1024,
  /** Bytes of a body with a few short members: unauthenticated clients may send one to sign in. */
  maxSmallBodyBytes: 16 * 1024,
  /** Bytes of a body with glossary entries: a dictionary of 10 MiB plus the surrounding members. */
  maxGlossaryBodyBytes: 11 * 1024 * 1024,
  /**
   * Bodies up to this size do not count towards the memory budget: it would take tens of thousands of
   * connections to fill the memory with them.
   */
  uncountedBodyBytes: 64 * 1024,
  /** Memory budget for bodies and large answers (http/exchange-budget.ts). */
  exchanges: {
    /** Eight of the largest documents, or 23 of the largest dictionaries. */
    maxBytes: 256 * 1024 * 1024,
    /** A team's requests, including those being processed, leave room for other teams. */
    maxBytesPerTeam: 128 * 1024 * 1024,
    /** Requests and answers of more than 1 MiB. */
    maxLargePerTeam: 8,
    /** 16 KiB in 5 s: a three-hundredth of the rate at which the largest document arrives in time. */
    minBytes: 16 * 1024,
    patience: 5,
    checkMs: 1_000,
  },
  /** Bytes of one document. */
  maxDocumentBytes: 30 * 1024 * 1024,
  /** Bytes of a form with a document: the document, the options and the headers of the parts. */
  maxUploadBodyBytes: 30 * 1024 * 1024 + 64 * 1024,
  maxJsonDepth: 32,
  /** Values in a JSON body that is parsed on the main thread; more would block the event loop for 50 ms. */
  maxJsonValues: 32_000,
  maxTextsPerCall: 1_024,
  /** Members of a form: one per text, and a few options. A form of only `&` would have a million. */
  maxFormMembers: 2_048,
  /** Bytes of the body of a GET, which some client libraries send instead of a query. */
  maxGetBodyBytes: 16 * 1024,
  /** Client libraries of DeepL count on 128 KiB for the texts of a call, and for its context. */
  maxCharactersPerCall: 131_072,
  maxContextCharacters: 131_072,
  /** Instructions of a list, and all that pieces of a text may repeat: an engine gets them with every text. */
  maxInstructionListCharacters: 16_000,
  /** Of a key whose calls wait instead of being refused: leaves time to translate before the deadline. */
  maxWaitSeconds: 25,
  /** The longest that a call waits for Redis (store/redis/connection.ts). */
  redisPatienceMs: 50,
  /** The longest that a write to the cache may take. No call waits for it. */
  redisWritePatienceMs: 200,
  /** Of the engines on this machine, relative to the server and a Postgres beside it (engines/low-priority.ts). */
  engineNiceness: 10,
  /** Bytes of one path parameter; ids are 36 characters. */
  maxParameterBytes: 100,
  /**
   * Maximum duration of a graceful stop, including the grace time: the deadline of a call plus a margin. Unit
   * files and manifests rely on it, so a longer grace time reduces the margin and does not extend this limit.
   */
  drainTimeoutMs: 35_000,
  /** In addition, for the operations listener, which stops last: its answers take milliseconds. */
  opsDrainTimeoutMs: 2_000,
  /**
   * Maximum time from the signal to the exit, even if a store cannot be reached: all calls have been answered
   * by then, and the last writes are not worth a SIGKILL. Unit files and manifests allow 45 s.
   */
  exitTimeoutMs: 40_000,
} as const;
