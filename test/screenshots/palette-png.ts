/**
 * Makes a screenshot a third of its size: pages have few colours, and a palette of 256 holds them with nothing that an
 * eye would miss. Reads what Chromium writes: eight bits a channel, RGB or RGBA, not interlaced.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const mostColours = 256;
const mostKinds = 200;

export function toPalettePng(png: Buffer): Buffer {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : 3;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pixels = unfilter(inflateSync(packed), width, height, channels);
  const { palette, indexOf } = choosePalette(pixels);
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x] ?? 0);
  }
  header.set([8, 3, 0, 0, 0], 8);
  const parts = [
    writeChunk('IHDR', header),
    writeChunk('PLTE', palette),
    writeChunk('IDAT', deflateSync(lines, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function readChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Each pixel as 0xRRGGBB. */
function unfilter(lines: Buffer, width: number, height: number, channels: number): Uint32Array {
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const line = Uint8Array.from(lines.subarray(start + 1, start + 1 + stride));
    for (let i = 0; i < stride; i++) {
      const [a, b, c] = [line[i - channels] ?? 0, above[i] ?? 0, above[i - channels] ?? 0];
      line[i] = (line[i] ?? 0) + predict(lines[start] ?? 0, a, b, i < channels ? 0 : c);
    }
    for (let x = 0; x < width; x++) {
      const i = x * channels;
      pixels[y * width + x] = ((line[i] ?? 0) << 16) | ((line[i + 1] ?? 0) << 8) | (line[i + 2] ?? 0);
    }
    above = line;
  }
  return pixels;
}

function predict(filter: number, a: number, b: number, c: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return a;
  if (filter === 2) return b;
  if (filter === 3) return (a + b) >> 1;
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** Any colour that is not in the palette becomes the nearest one in it. */
function choosePalette(pixels: Uint32Array): { palette: Buffer; indexOf(colour: number): number } {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour);
  const kept = [...new Set([...oneOfEachKind(frequent), ...frequent])].slice(0, mostColours);
  const places = new Map(kept.map((colour, place) => [colour, place]));
  const indexOf = (colour: number) => {
    const known = places.get(colour) ?? nearest(kept, colour);
    places.set(colour, known);
    return known;
  };
  return { palette: Buffer.from(kept.flatMap(channelsOf)), indexOf };
}

/** The most frequent of those that look alike. Else shades of grey would take the place of a few green words. */
function oneOfEachKind(frequent: readonly number[]): number[] {
  const kinds = new Set<number>();
  const first = frequent.filter((colour) => {
    const kind = colour & 0xf0f0f0;
    return !kinds.has(kind) && kinds.add(kind);
  });
  return first.slice(0, mostKinds);
}

function nearest(kept: readonly number[], colour: number): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour);
  const distances = kept.map((other) => {
    const [r = 0, g = 0, b = 0] = channelsOf(other);
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

function channelsOf(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
