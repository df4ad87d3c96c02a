import { useLanguages } from '../../api/queries.ts';
import { t, tIn } from '../../lib/messages.ts';
import { Field, TextArea } from '../field.tsx';
import { NumberField } from '../number-field.tsx';
import type { LimitTexts } from './key-limit-values.ts';

interface KeyLimitFieldsProps {
  readonly team: string;
  readonly texts: LimitTexts;
  readonly onChange: (texts: LimitTexts) => void;
  /** The end of a key that exists: whoever may not revoke it may not set it either. */
  readonly mayEnd?: boolean;
}

/** What a key may do less than its team. */
export function KeyLimitFields({ team, texts, onChange, mayEnd = true }: KeyLimitFieldsProps) {
  const languages = useLanguages(team);
  const set = (change: Partial<LimitTexts>) => onChange({ ...texts, ...change });
  const engines = [...new Set([...(languages.data?.engines ?? []), ...texts.engines])];
  const toggle = (engine: string) =>
    set({
      engines: texts.engines.includes(engine)
        ? texts.engines.filter((one) => one !== engine)
        : [...texts.engines, engine],
    });
  return (
    <>
      <div className="fields">
        <Field
          label={t('Expires')}
          hint={
            mayEnd
              ? t('On this day at 00:00 UTC, the key stops working. Empty: never.')
              : t('On this day at 00:00 UTC, the key stops working. Only an owner can change it.')
          }
          disabled={!mayEnd}
          type="date"
          value={texts.expires}
          onChange={(expires) => set({ expires })}
        />
        <NumberField
          label={t('Characters per month')}
          hint={t('A budget of its own. Empty: only that of the team.')}
          least={0}
          most={1_000_000_000_000_000}
          value={texts.perMonth}
          onChange={(perMonth) => set({ perMonth })}
        />
        <NumberField
          label={t('Requests per second')}
          hint={t('Empty: as many as the team.')}
          least={1}
          most={100_000}
          value={texts.perSecond}
          onChange={(perSecond) => set({ perSecond })}
        />
        <NumberField
          label={t('Characters per minute')}
          hint={t('Empty: as many as the team.')}
          least={1}
          most={1_000_000_000}
          value={texts.perMinute}
          onChange={(perMinute) => set({ perMinute })}
        />
      </div>
      <TextArea
        label={t('Networks')}
        hint={t('From where the key works: an address or a network on each line. Empty: from everywhere.')}
        rows={2}
        dir="ltr"
        spellCheck={false}
        placeholder="10.0.0.0/8"
        value={texts.networks}
        onChange={(networks) => set({ networks })}
      />
      <Field
        label={t('Language pairs')}
        hint={t('Such as EN-DE, EN-* or *-DE, separated by commas. Empty: all pairs.')}
        dir="ltr"
        spellCheck={false}
        value={texts.pairs}
        onChange={(pairs) => set({ pairs })}
      />
      {engines.length > 0 && (
        <fieldset className="choices">
          <legend className="label">{tIn('that a key may use', 'Engines')}</legend>
          {engines.map((engine) => (
            <label key={engine}>
              <input
                type="checkbox"
                checked={texts.engines.includes(engine)}
                onChange={() => toggle(engine)}
              />
              {engine}
            </label>
          ))}
          <small className="quiet small">{t('None chosen: every engine of the team.')}</small>
        </fieldset>
      )}
    </>
  );
}
