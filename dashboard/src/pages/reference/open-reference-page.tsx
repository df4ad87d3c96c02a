import { LogIn } from 'lucide-react';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { LanguageSelect } from '../../components/language-select.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../lib/messages.ts';
import { askToSignIn } from '../../state/navigation.tsx';
import { Reference } from './reference.tsx';

/** Reserved for documentation: without a session, the server does not tell its address. */
const exampleUrl = 'https://dragoman.example.org';

/** For visitors who are not signed in. */
export function OpenReferencePage() {
  return (
    <main className="content content-alone">
      <div className="row between">
        <Brand />
        <LanguageSelect />
      </div>
      <Reference
        url={exampleUrl}
        notice={
          <Notice>
            <p>{t('Sign in to try calls here, and to see the address of your API in the samples.')}</p>
            <Button icon={LogIn} onClick={askToSignIn}>
              {t('Sign in')}
            </Button>
          </Notice>
        }
        tryIt={() => null}
      />
    </main>
  );
}
