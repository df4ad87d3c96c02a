/** Runs bin/dragoman as a user would. */
import { spawn } from 'node:child_process';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const executable = fileURLToPath(new URL('../../bin/dragoman', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export type Env = Readonly<Record<string, string>>;

export async function runDragoman(
  args: readonly string[],
  env: Env,
  stdin = '',
  timeout = 30_000,
): Promise<CommandResult> {
  const child = spawn(executable, args, { env: { ...process.env, ...env }, timeout });
  child.stdin.end(stdin);
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), exited]);
  return { code, stdout, stderr };
}

/** Runs a command with --json and returns what it printed; fails when the command fails. */
export async function dragomanJson<T>(args: readonly string[], env: Env): Promise<T> {
  const { code, stdout, stderr } = await runDragoman([...args, '--json'], env);
  if (code !== 0) throw new Error(`dragoman ${args.join(' ')} failed (${code}): ${stderr}`);
  return JSON.parse(stdout) as T;
}

const noLimits = {
  '--requests-per-second': 100_000,
  '--requests-burst': 1_000_000,
  '--characters-per-minute': 1_000_000_000,
  '--calls-in-flight': 100_000,
};

export async function createTeam(env: Env, name = 'team', monthlyQuota = 1_000_000_000): Promise<string> {
  const { team } = await dragomanJson<{ team: { id: string } }>(
    ['team', 'create', '--name', name, '--monthly-quota', String(monthlyQuota)],
    env,
  );
  return team.id;
}

/** A team whose limits no load reaches, for tests and benches of everything but the limits. */
export async function createTeamForLoad(env: Env): Promise<string> {
  const team = await createTeam(env);
  await liftLimits(env, team);
  return team;
}

export async function liftLimits(env: Env, team: string): Promise<void> {
  const limits = Object.entries(noLimits).flatMap(([flag, limit]) => [flag, String(limit)]);
  await dragomanJson(['team', 'set-limits', team, ...limits], env);
}

export interface CreatedKey {
  id: string;
  plain: string;
  fingerprint: string;
}

export async function createKey(
  env: Env,
  team: string,
  scopes = 'translate',
  mode = 'live',
): Promise<CreatedKey> {
  const { key } = await dragomanJson<{ key: CreatedKey }>(
    ['key', 'create', '--team', team, '--name', 'test', '--mode', mode, '--scopes', scopes],
    env,
  );
  return key;
}
