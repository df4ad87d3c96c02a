/**
 * Every limit and time-out of a request, in one place and each on purpose. Node's and Fastify's own defaults
 * are off or far too patient: slow headers were cut only after 95 s with them.
 */
export const requestLimits = {
  /** A client that dribbles its headers holds a socket and nothing else; 10 s is generous on any line. */
  headersTimeoutMs: 10_000,
  /** From the first byte of the request to the last one of its body. */
  requestTimeoutMs: 30_000,
  /** From an answer that is ready to its last byte with the operating system: 20 kB/s for the largest one. */
  answerTimeoutMs: 30_000,
  /** From an answer to the end of a body that was refused unread: cut at once, the client might miss the answer. */
  unwantedBodyTimeoutMs: 5_000,
  /** How often Node looks for sockets past the two limits above: cut off at most this much late. */
  connectionCheckMs: 1_000,
  /**
   * Connections that wait to be taken. With Node's own 511, a thousand clients that come at once are let in by the
   * kernel's second or fourth try, seconds later, while nothing here knows of them.
   */
  connectionBacklog: 4_096,
  /** Longer than the idle time of the usual clients and load balancers (60 s), so that they close first. */
  keepAliveTimeoutMs: 75_000,
  /** Bytes of the request line and all headers together. */
  maxHeaderBytes: 16 * 1024,
  maxHeaderCount: 100,
  /** Bytes of a translate body: 100,000 code points of three bytes, escaped, with room for the rest. */
  maxTranslateBodyBytes: 1024 * 1024,
  /** Bytes of a body that has a few short members: strangers may send one to sign in. */
  maxSmallBodyBytes: 16 * 1024,
  /** Bytes of a body with entries of a glossary: a dictionary of 10 MiB, with room for what is around it. */
  maxGlossaryBodyBytes: 11 * 1024 * 1024,
  /** Bodies up to this size are not counted: tens of thousands of connections would be needed to fill the memory. */
  uncountedBodyBytes: 64 * 1024,
  /** The memory for bodies and large answers (http/exchange-budget.ts). */
  exchanges: {
    /** Eight of the largest documents, or 23 of the largest dictionaries. */
    maxBytes: 256 * 1024 * 1024,
    /** So that what a team has sent, and is being worked on, leaves room for the others. */
    maxBytesPerTeam: 128 * 1024 * 1024,
    /** Requests and answers of more than 1 MiB. */
    maxLargePerTeam: 8,
    /** 16 KiB in 5 s: a three-hundredth of what the largest document needs to arrive in time. */
    minBytes: 16 * 1024,
    patience: 5,
    checkMs: 1_000,
  },
  /** Bytes of one document. */
  maxDocumentBytes: 30 * 1024 * 1024,
  /** Bytes of a form with a document: the options and the parts' own headers beside it. */
  maxUploadBodyBytes: 30 * 1024 * 1024 + 64 * 1024,
  maxJsonDepth: 32,
  /** Values of a JSON body that is parsed between two calls: more members than that hold the event loop for 50 ms. */
  maxJsonValues: 32_000,
  maxTextsPerCall: 1_024,
  /** Members of a form: every text is one, and there are a few options. A form of `&` alone would have a million. */
  maxFormMembers: 2_048,
  /** Bytes of the body of a GET, which some client libraries send in place of a query. */
  maxGetBodyBytes: 16 * 1024,
  maxCharactersPerCall: 100_000,
  maxContextCharacters: 16_000,
  /** Bytes of one path parameter; ids are 36 characters. */
  maxParameterBytes: 100,
  /**
   * How long a server that is told to stop takes at most, with its grace time: the deadline of a call, and some air.
   * It is what unit files and manifests allow, so a longer grace time makes the air thinner, not this longer.
   */
  drainTimeoutMs: 35_000,
  /**
   * From the signal to the end of the process, whatever is out of reach: the calls have been answered, and what the process
   * wanted to write last is not worth being killed for. Unit files and manifests allow 45 s.
   */
  exitTimeoutMs: 40_000,
} as const;
