import { usePublicApi } from '../../api/queries.ts';
import { CopiedLine } from '../../components/copied-line.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { Card } from './card.tsx';
import type { Pair } from './home-queries.ts';
import { sampleCommand } from './sample-command.ts';

/** Where the API is, and a command that calls it. */
export function ApiCard({ pairs, isWide }: { pairs: readonly Pair[]; isWide: boolean }) {
  const { url, source } = usePublicApi();
  const command = sampleCommand(url, pairs);
  return (
    <Card
      title={t('Your API')}
      className={isWide ? 'home-wide' : 'home-side'}
      aside={<Link href="/reference">{t('API reference')}</Link>}
    >
      <CopiedLine text={url} label={t('Copy the address')} data-testid="api-address" />
      {source === 'derived' && (
        <p className="quiet small">
          <Message text="Derived from the address of this page. If it is wrong, ask the operator to set <code>DRAGOMAN_PUBLIC_URL</code>." />
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long line */}
      <pre className="code" tabIndex={0}>
        {command}
      </pre>
      <div>
        <CopyButton text={command} label={t('Copy the command')} />
      </div>
    </Card>
  );
}
