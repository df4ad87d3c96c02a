import { Link } from '../navigation.tsx';

/** For a URL that does not exist or that the user may not open. */
export function NothingPage() {
  return (
    <>
      <h1>Nothing here</h1>
      <p>
        There is no page at this address. Check it, or go on to the <Link href="/keys">keys</Link> of your
        team.
      </p>
    </>
  );
}
