/** The list of glossaries, or the glossary that the URL names. */
import type { PageProps } from '../../frame.tsx';
import { useSearch } from '../../navigation.tsx';
import { GlossaryList } from './glossary-list.tsx';
import { GlossaryPage } from './glossary-page.tsx';
import '../../styles/glossaries.css';

export function GlossariesPage({ team }: PageProps) {
  const id = useSearch().get('glossary');
  return id === null ? <GlossaryList team={team} /> : <GlossaryPage key={id} team={team} id={id} />;
}
