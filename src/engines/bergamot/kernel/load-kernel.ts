/** Decides which multiplications the engine uses: the own kernel, or the functions inside Bergamot's WASM. */
import { kernelBinary } from './kernel.ts';
import { isTrustworthy } from './self-test.ts';

export type KernelName = 'own' | 'builtin';

export interface Kernel {
  readonly name: KernelName;
  /** Undefined for the built-in functions. */
  readonly module: WebAssembly.Module | undefined;
  /** Why it is not the own kernel. */
  readonly reason?: string;
}

export const kernelDescriptions: Readonly<Record<KernelName, string>> = {
  own: 'own kernel',
  builtin: 'built-in fallback, slower',
};

/** `binary` is another kernel in tests. */
export async function loadKernel(wanted: KernelName = 'own', binary = kernelBinary()): Promise<Kernel> {
  if (wanted === 'builtin') return builtin('it is configured');
  const kernel = await WebAssembly.compile(binary).catch(() => undefined);
  if (kernel === undefined) return builtin('this Node cannot compile the own kernel');
  try {
    if (isTrustworthy(kernel)) return { name: 'own', module: kernel };
  } catch {
    return builtin('the own kernel cannot run on this machine');
  }
  return builtin('on this processor the own kernel would give other results');
}

function builtin(reason: string): Kernel {
  return { name: 'builtin', module: undefined, reason };
}
