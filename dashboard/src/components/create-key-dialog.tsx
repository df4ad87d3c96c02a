import { useState } from 'react';
import { useCreateKey } from '../api/create-key.ts';
import type { Key, Team } from '../api/queries.ts';
import { t } from '../lib/messages.ts';
import { goTo } from '../state/navigation.tsx';
import { Button } from './button.tsx';
import { Choices } from './choices.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { FirstCall } from './first-call.tsx';
import { FormDialog } from './form-dialog.tsx';
import { KeyLimitFields } from './keys/key-limit-fields.tsx';
import { changedLimits, noLimits } from './keys/key-limit-values.ts';
import { CopySecret, SecretOnce, useUncopied } from './secret-once.tsx';
import { useTabKey } from './try-call.tsx';

type Scope = Key['scopes'][number];

const modes = () =>
  [
    { value: 'live', words: t('live: for production') },
    { value: 'test', words: t('test: the same engine and quota, told apart in usage') },
  ] as const;

const scopes = (): readonly { scope: Scope; words: string; isForOwners: boolean }[] => [
  { scope: 'translate', words: t('translate texts'), isForOwners: false },
  { scope: 'usage', words: t('read usage'), isForOwners: false },
  { scope: 'glossaries', words: t('write glossaries'), isForOwners: false },
  { scope: 'keys', words: t('create and revoke keys'), isForOwners: true },
  { scope: 'audit', words: t('read the audit log'), isForOwners: true },
];

export function CreateKeyDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const create = useCreateKey(team.id);
  const [name, setName] = useState('');
  const [mode, setMode] = useState<Key['mode']>('live');
  const [limits, setLimits] = useState(noLimits);
  const [chosen, setChosen] = useState<readonly Scope[]>(['translate']);
  const toggle = (scope: Scope) =>
    setChosen((now) => (now.includes(scope) ? now.filter((one) => one !== scope) : [...now, scope]));
  const [, keepKey] = useTabKey(team.id);
  const uncopied = useUncopied('key', create.data !== undefined, onClose);
  // The reference never shows the key again either.
  const tryIt = (key: string) => {
    if (!uncopied.isCopied) return uncopied.close();
    keepKey(key);
    goTo('/reference/translate');
  };
  if (create.data !== undefined) {
    const { id, name, key, scopes } = create.data;
    return (
      <Dialog
        isWide
        title={t('Key "{name}"', { name })}
        actions={<CopySecret secret={key} onCopied={uncopied.onCopied} />}
        cancel={t('I have stored it')}
        onClose={onClose}
        onEscape={uncopied.close}
      >
        <SecretOnce secret={key} />
        {scopes.includes('translate') && (
          <FirstCall team={team.id} id={id} secret={key} onKeyCopied={uncopied.onCopied} />
        )}
        <div>
          <Button onClick={() => tryIt(key)}>{t('Try it in the API reference')}</Button>
        </div>
        {uncopied.question}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('Create a key')}
      action={t('Create')}
      isReady={chosen.length > 0}
      isHeld
      change={create}
      onSubmit={() => create.mutate({ name, mode, scopes: [...chosen], ...changedLimits(limits) })}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        hint={t('Where the key is used, such as: web shop.')}
        maxLength={200}
        required
        value={name}
        onChange={setName}
      />
      <Choices label={t('Mode')} choices={modes()} value={mode} onChange={setMode} />
      <fieldset className="choices">
        <legend className="label">{t('What it may do')}</legend>
        {scopes()
          .filter(({ isForOwners }) => !isForOwners || team.role === 'owner')
          .map(({ scope, words }) => (
            <label key={scope}>
              <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
              {words}
            </label>
          ))}
      </fieldset>
      <details className="more">
        <summary>{t('Limits of this key')}</summary>
        <div className="stack">
          <KeyLimitFields team={team.id} texts={limits} onChange={setLimits} />
        </div>
      </details>
    </FormDialog>
  );
}
