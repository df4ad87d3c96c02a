import { Check } from 'lucide-react';
import { useState } from 'react';
import { type TeamSettings, useTeamSettings } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { Choices } from '../../../components/choices.tsx';
import { Form } from '../../../components/form.tsx';
import { Failure } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { Section } from '../../../components/section.tsx';
import { t, tIn } from '../../../lib/messages.ts';
import { useOperatorMay } from '../../../state/operator-actions.ts';
import { EngineOrder } from './engine-order.tsx';
import { useSetTeamSettings } from './team-changes.ts';

const restrictions = () => [
  { value: false, words: t('All, in the order of the configuration') },
  { value: true, words: t('Only these, in this order') },
];

const cacheStates = () => [
  { value: true, words: t('on') },
  { value: false, words: t('off: every text is translated again') },
];

/** Which engines a team may use, and whether its translations are cached. */
export function SettingsForm({ id }: { id: string }) {
  const settings = useTeamSettings(id);
  return (
    <Section id="settings" title={t('Engines and cache')}>
      <QueryContent query={settings} loading={t('Loading the engines')}>
        {(data) => <SettingFields id={id} settings={data} />}
      </QueryContent>
    </Section>
  );
}

/** Only what was edited, so that another operator's change is neither hidden nor reverted. */
interface Edits {
  readonly engines?: readonly string[] | null;
  /** The engines when the first of them was edited. */
  readonly seen?: readonly string[] | null;
  readonly cache?: boolean;
}

function SettingFields({ id, settings }: { id: string; settings: TeamSettings }) {
  const save = useSetTeamSettings(id);
  const mayChange = useOperatorMay()('change engines of teams');
  const [edits, setEdits] = useState<Edits>({});
  const { engines = settings.engines, cache = settings.cache } = edits;
  const areEnginesChanged = JSON.stringify(engines) !== JSON.stringify(settings.engines);
  const isCacheChanged = cache !== settings.cache;
  const hasChanges = areEnginesChanged || isCacheChanged;
  const edit = (change: Edits) => {
    save.reset();
    setEdits({ ...edits, ...change });
  };
  const chooseEngines = (chosen: readonly string[] | null) =>
    edit({ engines: chosen, seen: edits.seen === undefined ? settings.engines : edits.seen });
  const restrict = (isRestricted: boolean) =>
    chooseEngines(isRestricted ? (settings.engines ?? settings.known_engines.map((one) => one.id)) : null);
  const submit = () => {
    const { seen = settings.engines } = edits;
    const changes = {
      ...(areEnginesChanged && { engines: engines && [...engines], previous_engines: seen && [...seen] }),
      ...(isCacheChanged && { cache }),
    };
    const onError = () => setEdits(({ seen: _outdated, ...others }) => others);
    if (hasChanges) save.mutate(changes, { onSuccess: () => setEdits({}), onError });
  };
  return (
    <Form onSubmit={submit}>
      <fieldset className="stack plain-fields" disabled={!mayChange}>
        <Choices label={t('Engines')} choices={restrictions()} value={engines !== null} onChange={restrict} />
        {engines !== null && (
          <EngineOrder known={settings.known_engines} chosen={engines} onChange={chooseEngines} />
        )}
        <Choices
          label={t('Cache')}
          choices={cacheStates()}
          value={cache}
          onChange={(isOn) => edit({ cache: isOn })}
        />
      </fieldset>
      <Failure error={save.error} />
      {mayChange && (
        <div className="row">
          <Button
            kind="main"
            icon={Check}
            type="submit"
            disabled={!hasChanges || engines?.length === 0 || save.isPending}
          >
            {t('Save the engines and the cache')}
          </Button>
          {hasChanges && <Button onClick={() => setEdits({})}>{tIn('changes of a form', 'Undo')}</Button>}
          <span className="quiet small">
            {engines?.length === 0
              ? t('Choose at least one engine.')
              : t('They count on every node within five seconds.')}
          </span>
        </div>
      )}
    </Form>
  );
}
