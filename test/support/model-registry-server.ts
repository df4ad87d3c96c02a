/**
 * A registry of models in the shapes of Mozilla's public list and of Firefox's Remote Settings, on a server that knows
 * ranges and can be made to misbehave.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { scale } from './long-form.ts';
import { dataFolder } from './test-data.ts';

const help = [
  'bergamot-ende-help',
  'model.ende.intgemm.alphas.bin',
  'lex.100.100.ende.s2t.bin',
  'vocab.ende.spm',
] as const;
const synthetic = [
  'bergamot-synthetic',
  'model.random.enes.intgemm.alphas.bin',
  'lex.50.50.enes.s2t.bin',
  'vocab.esen.spm',
] as const;

export interface RegistryServer extends AsyncDisposable {
  readonly url: string;
  /** The lists in the two formats. */
  readonly publicList: string;
  readonly remoteSettings: string;
  /** The compressed files by their paths, and the plain ones by their names. */
  readonly packed: Map<string, Buffer>;
  readonly plain: Map<string, Buffer>;
  /** How many bytes of files went out. */
  sentBytes: number;
  /** Which files were asked for, and from which byte on. */
  readonly asked: { readonly file: string; readonly from: number }[];
  /** After so many bytes of an answer the connection is cut; undefined for never. */
  cutAfter: (() => number) | undefined;
  /** Decides what is cut and when, in place of the connection and soon. */
  onCut: ((cutConnection: () => void, file: string) => void) | undefined;
  /** Lays the same registry out in a folder. */
  writeTo(folder: string): Promise<void>;
}

/** The server's tag for a file. */
export function tagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex')}"`;
}

const records = '/v1/buckets/main/collections/translations-models-v2/records';

/** In the gate, files are wrapped in gzip but not compressed, which saves most of the time that they take. */
export async function startModelRegistry(): Promise<RegistryServer> {
  const data: unknown[] = [];
  const packed = new Map<string, Buffer>();
  const plain = new Map<string, Buffer>();
  const describe = (
    [folder, ...names]: readonly [string, string, string, string],
    architecture: string,
    targetLanguage: string,
  ) => {
    const entries = names.map((name) => {
      const content = readFileSync(join(dataFolder, folder, name));
      const path = `models/${folder}/${name}.gz`;
      const location = `main-workspace/${folder}/${name}.zst`;
      const [size, hash] = [content.length, createHash('sha256').update(content).digest('hex')];
      plain.set(name, content);
      packed.set(path, gzipSync(content, { level: scale(0, 1) }));
      packed.set(`attachments/${location}`, zstdCompressSync(content));
      data.push({
        name,
        ...{ sourceLanguage: 'en', targetLanguage, architecture, version: '3.0', filter_expression: '' },
        fileType: name.slice(0, name.indexOf('.')),
        ...{ decompressedSize: size, decompressedHash: hash },
        attachment: { filename: `${name}.zst`, location },
      });
      return { path, uncompressedSize: size, uncompressedHash: hash };
    });
    const [model, lexicalShortlist, vocab] = entries;
    return { architecture, releaseStatus: 'Release', files: { model, lexicalShortlist, vocab } };
  };
  const models = {
    'en-de': [describe(help, 'tiny', 'de')],
    'en-es': [describe(synthetic, 'base', 'es')],
  };
  const registry = () => JSON.stringify({ generated: '2026-11-01T00:00:00Z', baseUrl: running.url, models });

  const server = createServer((request, response) => {
    if (request.url === '/db/models.json') return response.end(registry());
    if (request.url === records) return response.end(JSON.stringify({ data }));
    if (request.url === '/v1/') {
      const attachments = { base_url: `${running.url}/attachments/` };
      return response.end(JSON.stringify({ capabilities: { attachments } }));
    }
    const content = packed.get((request.url ?? '').slice(1));
    if (content === undefined) return response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    running.asked.push({ file: basename(request.url ?? ''), from });
    const etag = tagOf(content);
    const isRange = from > 0 && (request.headers['if-range'] ?? etag) === etag;
    if (isRange && from >= content.length) return response.writeHead(416).end();
    const body = isRange ? content.subarray(from) : content;
    response.writeHead(isRange ? 206 : 200, {
      etag,
      'content-length': body.length,
      ...(isRange && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    const end = Math.min(body.length, running.cutAfter?.() ?? body.length);
    running.sentBytes += end;
    if (end === body.length) return response.end(body);
    const cutConnection = () => response.destroy();
    const file = basename(request.url ?? '');
    const cut = () => (running.onCut === undefined ? cutConnection() : running.onCut(cutConnection, file));
    return response.write(body.subarray(0, end), () => setTimeout(cut, 20));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: RegistryServer = {
    url,
    publicList: `${url}/db/models.json`,
    remoteSettings: url + records,
    packed,
    plain,
    sentBytes: 0,
    asked: [],
    cutAfter: undefined,
    onCut: undefined,
    async writeTo(folder) {
      await writeFile(join(folder, 'models.json'), registry());
      for (const [path, content] of packed) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}
