import { Link } from '../state/navigation.tsx';

/** For a URL that does not exist or that the user may not open. */
export function NotFoundPage() {
  return (
    <>
      <h1>Page not found</h1>
      <p>
        There is no page at this address. Check the address, or go to the <Link href="/keys">keys</Link> of
        your team.
      </p>
    </>
  );
}
