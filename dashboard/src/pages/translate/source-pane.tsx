import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { countCharacters } from '../../lib/live/split-sentences.ts';
import { t } from '../../lib/messages.ts';
import { callLimits, type LiveSession } from './live-session.ts';
import { useText } from './use-translate.ts';

interface SourcePaneProps {
  readonly session: LiveSession;
  /** Undefined: detected, and not known yet. */
  readonly language: string | undefined;
}

/** The text to translate. It grows with what is typed. */
export function SourcePane({ session, language }: SourcePaneProps) {
  const id = useId();
  const text = useText(session);
  const field = useRef<HTMLTextAreaElement>(null);
  const characters = countCharacters(text);
  const isTooLong = characters > callLimits.maxCharacters;
  return (
    <div className="pane">
      <label className="visually-hidden" htmlFor={id}>
        {t('Text to translate')}
      </label>
      <div className="pane-field">
        <textarea
          ref={field}
          id={id}
          className="pane-text"
          // Without a text, the field says in the interface's language what to do.
          dir={text === '' ? undefined : 'auto'}
          lang={language}
          placeholder={t('Type or paste a text, or drop a file')}
          aria-describedby={`${id}-count`}
          value={text}
          onChange={(event) => session.change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            session.translateNow();
          }}
        />
        {/* Gives the field its height in browsers that cannot do so themselves. */}
        <div className="pane-text pane-replica" aria-hidden="true">
          {text}{' '}
        </div>
      </div>
      <div className="pane-foot">
        <span id={`${id}-count`} className={isTooLong ? 'bad small' : 'quiet small'}>
          {t('{count} / {limit, plural, one {# character} other {# characters}}', {
            count: formatNumber(characters),
            limit: callLimits.maxCharacters,
          })}
        </span>
        {text !== '' && (
          <button
            type="button"
            className="button button-plain icon-button"
            aria-label={t('Clear the text')}
            title={t('Clear the text')}
            onClick={() => {
              session.change('');
              field.current?.focus();
            }}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}
