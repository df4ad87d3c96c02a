import { type SubmitEvent, useState } from 'react';
import type { Key, Team } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Failure } from '../../components/notice.tsx';
import { useCreateKey } from './key-changes.ts';
import { SecretOnce } from './secret-once.tsx';

type Scope = Key['scopes'][number];

const modes = [
  { mode: 'live', words: 'live: for production' },
  { mode: 'test', words: 'test: the same engine and quota, told apart in usage' },
] as const;

const scopes: readonly { scope: Scope; words: string; isForOwners: boolean }[] = [
  { scope: 'translate', words: 'translate texts', isForOwners: false },
  { scope: 'usage', words: 'read usage', isForOwners: false },
  { scope: 'glossaries', words: 'write glossaries', isForOwners: false },
  { scope: 'keys', words: 'create and revoke keys', isForOwners: true },
  { scope: 'audit', words: 'read the audit log', isForOwners: true },
];

export function CreateKeyDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const create = useCreateKey(team.id);
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Key['mode']>('live');
  const [chosen, setChosen] = useState<readonly Scope[]>(['translate']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create.mutate({ name, mode, scopes: [...chosen] });
  };
  const toggle = (scope: Scope) =>
    setChosen((now) => (now.includes(scope) ? now.filter((one) => one !== scope) : [...now, scope]));
  if (create.data !== undefined) {
    return (
      <Dialog title={`Key "${create.data.name}"`} onClose={onClose}>
        <SecretOnce secret={create.data.key}>
          <Button onClick={onClose}>I have stored it</Button>
        </SecretOnce>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Failure error={create.error} />
        <Field
          label="Name"
          hint="Where the key is used, such as: web shop."
          maxLength={200}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="choices">
          <legend className="label">Mode</legend>
          {modes.map(({ mode: one, words }) => (
            <label key={one}>
              <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
              {words}
            </label>
          ))}
        </fieldset>
        <fieldset className="choices">
          <legend className="label">What it may do</legend>
          {scopes
            .filter(({ isForOwners }) => !isForOwners || team.role === 'owner')
            .map(({ scope, words }) => (
              <label key={scope}>
                <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
                {words}
              </label>
            ))}
        </fieldset>
        <div className="row">
          <Button kind="main" type="submit" disabled={create.isPending || chosen.length === 0}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
