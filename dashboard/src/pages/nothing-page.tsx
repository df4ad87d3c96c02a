import { Link } from '../navigation.tsx';

/** For an address that does not exist, and for one that is not for whoever opened it. */
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
