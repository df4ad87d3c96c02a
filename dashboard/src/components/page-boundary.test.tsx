import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageBoundary } from './page-boundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A page of the version before, whose file the server no longer has. */
const GonePage = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

test('a page that cannot be loaded leaves the rest of the dashboard, and offers to reload', async () => {
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const frame = (path: string) => (
    <>
      <nav>Pages</nav>
      <PageBoundary key={path}>
        <Suspense>{path === '/gone' ? <GonePage /> : <h1>Keys</h1>}</Suspense>
      </PageBoundary>
    </>
  );
  const page = render(frame('/gone'));
  await userEvent.click(await screen.findByRole('button', { name: 'Reload the page' }));
  expect([screen.getByRole('navigation').textContent, reload.mock.calls.length]).toEqual(['Pages', 1]);
  page.rerender(frame('/keys'));
  expect(screen.getByRole('heading').textContent).toBe('Keys');
});

test('what the page can do without is left out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <PageBoundary fallback={<p>nothing</p>}>
      <Suspense>
        <GonePage />
      </Suspense>
    </PageBoundary>,
  );
  await screen.findByText('nothing');
});
