import { AskTeamLink } from '../../components/ask-team-link.tsx';
import {
  useDeleteDocument,
  useDocuments,
  useDownloadDocument,
} from '../../components/documents/document-queries.ts';
import { DocumentTable } from '../../components/documents/document-table.tsx';
import { useUploads } from '../../components/documents/use-uploads.ts';
import { Drawing } from '../../components/drawings.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failure, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { MoreButton, QueryContent } from '../../components/query-content.tsx';
import { TranslationFields } from '../../components/translation-fields.tsx';
import type { PageProps } from '../../state/page-props.ts';
import { useTranslationOptions } from '../../state/translation-options.ts';
import { DropArea } from './drop-area.tsx';
import '../../styles/documents.css';
import { t } from '../../lib/messages.ts';

const accept = '.docx,.pptx,.xlsx,.html,.htm,.txt,.srt,.xlf,.xliff';

export function DocumentsPage({ team }: PageProps) {
  const options = useTranslationOptions(team.id, 'documents');
  const documents = useDocuments(team.id);
  const download = useDownloadDocument(team.id);
  const remove = useDeleteDocument(team.id);
  const { uploads, add, dismiss } = useUploads(team.id);
  const listed = documents.data?.pages.flatMap((page) => page.documents) ?? [];
  const isEmpty = listed.length + uploads.length === 0;
  const mayChange = team.role !== 'viewer';
  return (
    <>
      <PageHead
        title={t('Documents')}
        intro={t(
          'Whole files are translated; everything that is not text stays as it was. Files are stored encrypted and deleted after a day. Until then you can download a translation as often as you need.',
        )}
      />
      <Failure error={options.error} onRetry={options.retry} />
      {mayChange && documents.data !== undefined && (
        <>
          <div className="row row-fields">
            <TranslationFields options={options} />
          </div>
          <DropArea
            accept={accept}
            isDisabled={options.target === undefined}
            onFiles={(files) => add(files, options.members)}
          >
            {isEmpty && <WhatAppears team={team.name} />}
          </DropArea>
        </>
      )}
      {!mayChange && (
        <Notice>
          {t(
            'Documents cost characters, so only translators, members and owners can upload them. Ask an owner.',
          )}
        </Notice>
      )}
      <QueryContent query={documents} loading={t('Loading documents')}>
        {() =>
          isEmpty &&
          !mayChange && (
            <EmptyState drawing="paper" action={<AskTeamLink />}>
              {documentsWords(team.name)}
            </EmptyState>
          )
        }
      </QueryContent>
      {!isEmpty && (
        <DocumentTable
          documents={listed}
          uploads={uploads}
          mayChange={mayChange}
          isBusy={download.isPending || remove.isPending}
          languageName={options.languageName}
          onDownload={download.mutate}
          onDelete={remove.mutate}
          onDismiss={dismiss}
        />
      )}
      <MoreButton query={documents} />
    </>
  );
}

/** The place where files are dropped is also where the first ones appear. */
function WhatAppears({ team }: { team: string }) {
  return (
    <>
      <Drawing name="paper" />
      <p className="empty-words">{documentsWords(team)}</p>
    </>
  );
}

function documentsWords(team: string): string {
  return t('Documents of {team} appear here while they are translated, and for a day after their upload.', {
    team,
  });
}
