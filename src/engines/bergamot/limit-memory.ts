/**
 * Keeps a WASM memory within a limit. Such a memory never shrinks, and after a refused allocation the WASM
 * may continue with wrong answers. So the thread exits before its memory grows.
 */

interface GrowingImports {
  readonly memory: WebAssembly.Memory;
  emscripten_resize_heap(bytes: number): boolean | number;
}

const pageBytes = 65_536;

/** `limit` is called whenever the memory is about to grow. */
export function limitMemory(imports: WebAssembly.Imports, limit: () => number, onTooSmall: () => void): void {
  const own = imports.env as unknown as GrowingImports;
  const { memory } = own;
  const resize = own.emscripten_resize_heap;
  const grow = memory.grow.bind(memory);
  let asked = 0;
  own.emscripten_resize_heap = (bytes) => {
    asked = bytes >>> 0;
    if (asked > limit()) onTooSmall();
    return resize(bytes);
  };
  // The script that is distributed with the WASM grows the memory by a fifth more than requested.
  memory.grow = (pages) => {
    const has = memory.buffer.byteLength;
    const most = Math.max(asked, Math.min(limit(), has + pages * pageBytes));
    return grow(Math.min(pages, Math.ceil((most - has) / pageBytes)));
  };
}
