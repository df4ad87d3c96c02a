/**
 * What a model of each architecture costs. Measured with random weights in the published shapes: the memory
 * of a thread after its first translation, and the words per second of one core.
 */
const megabyte = 1_000_000;

/** The size of a model file and the memory that it needs, in megabytes. */
type Measurement = readonly [file: number, memory: number];

interface ArchitectureCost {
  /** With a small and a large vocabulary. */
  readonly memory: readonly [Measurement, Measurement];
  /** With a shortlist, on one core that other programs use as well. */
  readonly wordsPerSecond: number;
}

const costs: Readonly<Record<string, ArchitectureCost>> = {
  tiny: {
    memory: [
      [7.2, 330],
      [17.1, 460],
    ],
    wordsPerSecond: 300,
  },
  'base-memory': {
    memory: [
      [31.6, 545],
      [43.9, 855],
    ],
    wordsPerSecond: 170,
  },
  base: {
    memory: [
      [43.0, 695],
      [59.4, 915],
    ],
    wordsPerSecond: 150,
  },
};

interface Sized {
  readonly architecture?: string | undefined;
  /** The size of the model file. */
  readonly bytes?: number | undefined;
}

/** The WASM memory that a thread needs for one model. */
export function estimatedNeed({ architecture, bytes }: Sized): number {
  const cost = costOf(architecture);
  if (cost === undefined) return wasmBytes + unknownFactor * (bytes ?? unknownFileBytes);
  const [[smallFile, small], [largeFile, large]] = cost.memory;
  // A file of another size has another vocabulary.
  const file = bytes === undefined ? largeFile : bytes / megabyte;
  const memory = small + ((large - small) / (largeFile - smallFile)) * (file - smallFile);
  return Math.max(wasmBytes, memory * megabyte);
}

/** The WASM and the buffers of a translation. */
const wasmBytes = 240 * megabyte;

/** No measured file needs more for each of its bytes than this. */
const unknownFactor = 14;
const unknownFileBytes = 60 * megabyte;

export function wordsPerSecond(architecture: string): number | undefined {
  return costOf(architecture)?.wordsPerSecond;
}

function costOf(architecture: string | undefined): ArchitectureCost | undefined {
  return architecture !== undefined && Object.hasOwn(costs, architecture) ? costs[architecture] : undefined;
}
