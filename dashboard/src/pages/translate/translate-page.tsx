/** Translation for people at work: two panes that translate while a person types, and files that are dropped. */
import { Failure, Notice } from '../../components/notice.tsx';
import { t } from '../../lib/messages.ts';
import type { PageProps } from '../../state/page-props.ts';
import { DropPage, DroppedList, useDroppedFiles } from './dropped-files.tsx';
import { HistoryPanel, useHistory } from './history-panel.tsx';
import { LanguageBar } from './language-bar.tsx';
import { Announcement, Notes } from './notes.tsx';
import { OptionRow } from './option-row.tsx';
import { ResultPane } from './result-pane.tsx';
import { SourcePane } from './source-pane.tsx';
import { type Translating, useShown, useTranslate } from './use-translate.ts';
import '../../styles/documents.css';
import '../../styles/translate.css';
import { useRefusal } from '../../state/refused-actions.ts';

export function TranslatePage({ team }: PageProps) {
  return (
    <>
      <h1 className="visually-hidden">{t('Translate')}</h1>
      {team.role === 'viewer' ? (
        <Notice>
          {t(
            'Translations cost characters, so this page is for translators, members and owners. Ask an owner.',
          )}
        </Notice>
      ) : (
        <Translate team={team} />
      )}
    </>
  );
}

function Translate({ team }: PageProps) {
  const translating = useTranslate(team.id);
  const { session, options, style, isReady, error, retry } = translating;
  const files = useDroppedFiles(team.id);
  const refusal = useRefusal('call');
  return (
    <DropPage
      isDisabled={!isReady || refusal !== undefined}
      onFiles={(dropped) => files.add(dropped, options.members)}
    >
      <Failure error={error} onRetry={retry} />
      <Sheet team={team.id} translating={translating} />
      <Notes session={session} />
      <Announcement session={session} />
      <OptionRow options={options} style={style} />
      <DroppedList files={files} options={options} />
      <Past team={team.id} translating={translating} />
    </DropPage>
  );
}

function Sheet({ team, translating }: { team: string; translating: Translating }) {
  const { session, options } = translating;
  const { detectedLanguage } = useShown(session);
  const { source, target } = options;
  const from = target?.alternatives_from ?? [];
  const spoken = source === '' ? detectedLanguage : source;
  return (
    <div className="sheet">
      <LanguageBar translating={translating} />
      <div className="sheet-panes">
        <SourcePane session={session} language={spoken} />
        <ResultPane
          team={team}
          session={session}
          language={target?.code ?? ''}
          canReword={spoken !== undefined && from.includes(spoken)}
        />
      </div>
    </div>
  );
}

function Past({
  team,
  translating: { session, options, recent },
}: {
  team: string;
  translating: Translating;
}) {
  const kept = useHistory(team, session, options.target?.code ?? '');
  return (
    <HistoryPanel
      kept={kept}
      nameOf={options.languageName}
      onOpen={({ target, text }) => {
        kept.startNew();
        recent.target.add(target);
        options.wish({ target, source: '' });
        session.change(text);
      }}
    />
  );
}
