import { useId, useState } from 'react';
import { Field } from '../../components/field.tsx';
import { LanguageSelect } from '../../components/language-select.tsx';
import { Section } from '../../components/section.tsx';
import { Select } from '../../components/select.tsx';
import { formatTime } from '../../lib/format.ts';
import { browserTimeZone } from '../../lib/locale.ts';
import { t } from '../../lib/messages.ts';
import { chooseTimeZone, isTimeZone, keptTimeZone } from '../../state/preferences.ts';

/** Kept in this browser, not on the server. */
export function Preferences() {
  const id = useId();
  return (
    <Section id={id} title={t('Preferences')} intro={t('They apply in this browser.')}>
      <div className="stack form">
        <LanguageSelect />
        <TimeZoneFields />
      </div>
    </Section>
  );
}

const [browsers, utc, another] = ['browser', 'utc', 'another'] as const;

function TimeZoneFields() {
  const id = useId();
  const kept = keptTimeZone();
  const [isSearching, setIsSearching] = useState(kept !== '' && kept !== 'UTC');
  const [typed, setTyped] = useState(kept);
  const choose = (choice: string) => {
    setIsSearching(choice === another);
    if (choice !== another) chooseTimeZone(choice === utc ? 'UTC' : '');
  };
  // A zone applies as soon as its name is complete.
  const type = (zone: string) => {
    setTyped(zone);
    if (isTimeZone(zone)) chooseTimeZone(zone);
  };
  return (
    <>
      <Select
        label={t('Time zone')}
        choices={[
          { value: browsers, label: t('Of this browser: {zone}', { zone: browserTimeZone() }) },
          { value: utc, label: 'UTC' },
          { value: another, label: t('Another one') },
        ]}
        value={isSearching ? another : kept === 'UTC' ? utc : browsers}
        onChange={choose}
      />
      {isSearching && (
        <>
          <Field
            label={t('Name of the time zone')}
            hint={t('A part of its name finds it, such as: Berlin.')}
            list={id}
            autoComplete="off"
            aria-invalid={typed !== '' && !isTimeZone(typed)}
            value={typed}
            onChange={type}
          />
          <datalist id={id}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
      <p className="quiet small">{t('It is now {time}.', { time: formatTime(Date.now()) })}</p>
    </>
  );
}
