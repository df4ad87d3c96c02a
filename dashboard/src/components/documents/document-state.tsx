import { formatNumber, formatPercent } from '../../lib/format.ts';
import { interfaceLanguage, t } from '../../lib/messages.ts';
import { problemWords } from '../problem-words.ts';
import { warningWords } from '../warning-words.ts';
import { isUnderWay, type TeamDocument } from './document-queries.ts';

/** Progress of a document, as text and as a bar. */
export function DocumentState({ document }: { document: TeamDocument }) {
  const { state, characters, translated_characters: translated, error, ready } = document;
  if (error !== null) return <span className="bad wrap">{problemWords(error.code, error.detail)}</span>;
  if (!isUnderWay(document)) {
    return ready ? <ReadyState document={document} /> : <span className="quiet">{t('deleted')}</span>;
  }
  const percent = characters === 0 ? 0 : Math.floor((100 * translated) / characters);
  return (
    <div className="document-progress">
      <progress
        max={100}
        value={percent}
        aria-label={t('Translated of {document}', { document: document.name })}
      />
      <span className="quiet small">{progressOf(state, percent, document.seconds_remaining)}</span>
    </div>
  );
}

/** What the caller should know about the translation stands beside it. */
function ReadyState({ document: { warnings = [] } }: { document: TeamDocument }) {
  return (
    <>
      <span className="good">{t('ready')}</span>
      {warnings.map(({ code, detail }) => (
        <div key={code} className="quiet small wrap">
          {interfaceLanguage() === 'en' ? detail : warningWords(code, detail)}
        </div>
      ))}
    </>
  );
}

function progressOf(state: TeamDocument['state'], percent: number, seconds: number | null): string {
  const progress = state === 'queued' ? t('waiting') : formatPercent(percent);
  if (seconds === null) return progress;
  if (seconds >= 90)
    return t('{progress}, about {minutes} min left', {
      progress,
      minutes: formatNumber(Math.round(seconds / 60)),
    });
  return t('{progress}, about {seconds} s left', {
    progress,
    seconds: formatNumber(Math.max(1, Math.round(seconds))),
  });
}
