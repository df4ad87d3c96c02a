import { useEffect, useState } from 'react';
import { Failure, Notice } from '../../components/notice.tsx';
import { warningWords } from '../../components/warning-words.ts';
import { formatCharacters, formatList } from '../../lib/format.ts';
import { countCharacters } from '../../lib/live/split-sentences.ts';
import { t } from '../../lib/messages.ts';
import type { LiveSession, Shown } from './live-session.ts';
import { useShown } from './use-translate.ts';

/** What the person should know about the translation: errors, warnings, what is left out, applied terms. */
export function Notes({ session }: { session: LiveSession }) {
  const { error, retry, parts, untranslatedCharacters } = useShown(session);
  const translations = parts.flatMap(({ translation }) => translation ?? []);
  const warnings = new Map(
    translations.flatMap((each) => each.warnings).map(({ code, detail }) => [code, detail]),
  );
  const terms = new Set(
    translations
      .flatMap((each) => each.terms)
      .map(({ source, target }) => t('{source} → {target}', { source, target })),
  );
  return (
    <>
      <Failure error={error} {...(retry !== 'later' && { onRetry: () => session.translateNow() })}>
        {retryWords[retry]?.()}
      </Failure>
      {untranslatedCharacters > 0 && (
        <Notice kind="warn">
          {t(
            '{characters, plural, one {The text is too long. The last character is not translated: shorten it, or drop it as a file.} other {The text is too long. The last # characters are not translated: shorten it, or drop it as a file.}}',
            { characters: untranslatedCharacters },
          )}
        </Notice>
      )}
      {[...warnings].map(([code, detail]) => (
        <Notice key={code} kind="warn">
          {warningWords(code, detail)}
        </Notice>
      ))}
      {terms.size > 0 && (
        <p className="quiet small wrap" data-testid="terms">
          {t('Terms of the glossary: {terms}', { terms: formatList([...terms]) })}
        </p>
      )}
    </>
  );
}

const retryWords: Partial<Record<Shown['retry'], () => string>> = {
  later: () => t('The translation continues by itself as soon as the server allows it.'),
  never: () => t('The server refused several attempts, so this page has stopped trying.'),
};

/** Tells screen readers that there is a new translation, not what it says. */
export function Announcement({ session }: { session: LiveSession }) {
  const { text, isComplete } = useShown(session);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!isComplete) return;
    setWords(
      text.trim() === ''
        ? ''
        : t('The translation was updated: {characters}.', {
            characters: formatCharacters(countCharacters(text)),
          }),
    );
  }, [text, isComplete]);
  return (
    <span className="visually-hidden" role="status">
      {words}
    </span>
  );
}
