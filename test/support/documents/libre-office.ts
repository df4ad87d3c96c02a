/** LibreOffice without a window: another program that writes office documents, and reads ours. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export class OfficeFolder implements AsyncDisposable {
  readonly path: string;
  #profiles = 0;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<OfficeFolder> {
    return new OfficeFolder(await mkdtemp(join(tmpdir(), 'dragoman-office-')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  async write(name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(join(this.path, name), content);
  }

  async read(name: string): Promise<Buffer> {
    return readFile(join(this.path, name));
  }

  /** Files of the folder, into the same folder. Each run has a profile of its own, so that several run at once. */
  async convert(extension: string, ...names: string[]): Promise<void> {
    const profile = join(this.path, `profile-${++this.#profiles}`);
    await run(
      'soffice',
      [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', extension, ...names],
      { cwd: this.path, timeout: 120_000, killSignal: 'SIGKILL' },
    );
  }

  /** The text of a PDF, with its line breaks as spaces. */
  async textOf(name: string): Promise<string> {
    const { stdout } = await run('pdftotext', [join(this.path, name), '-'], { timeout: 120_000 });
    return stdout.replaceAll(/\s+/g, ' ');
  }

  /** Fails where another reader of archives or of XML finds a problem. Extracting checks the checksums as well. */
  async checkParts(...names: string[]): Promise<void> {
    const extract = 'import sys, zipfile\nfor n in sys.argv[1:]: zipfile.ZipFile(n).extractall("parts/" + n)';
    await run('python3', ['-c', extract, ...names], { cwd: this.path, timeout: 120_000 });
    await run(
      'sh',
      [
        '-c',
        `find parts -type f \\( -name '*.xml' -o -name '*.rels' -o -name '*.vml' \\) -exec xmllint --noout {} +`,
      ],
      { cwd: this.path, timeout: 120_000 },
    );
  }
}
