import { EmptyState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page.tsx';
import { Message } from '../lib/message.tsx';
import { t } from '../lib/messages.ts';
import { Link } from '../state/navigation.tsx';

/** For a URL that does not exist or that the user may not open. */
export function NotFoundPage() {
  return (
    <>
      <PageHead title={t('Page not found')} />
      <EmptyState drawing="bridge">
        <p>
          <Message
            text="There is no page at this address. Check the address, or go to the <link>start page</link>."
            values={{ link: (content) => <Link href="/">{content}</Link> }}
          />
        </p>
      </EmptyState>
    </>
  );
}
