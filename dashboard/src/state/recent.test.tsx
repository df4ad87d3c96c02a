import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { keepDevice, readDevice } from '../api/session-token.ts';
import { keepStored, readStored } from '../lib/stored.ts';
import { useRecent } from './recent.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a value is kept until it is removed', () => {
  keepStored('name', 'value');
  expect(readStored('name')).toBe('value');
  keepStored('name', null);
  expect(readStored('name')).toBeNull();
});

test('a browser whose storage is full or turned off keeps nobody from signing in or choosing a language', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => {} });
  keepDevice('x'.repeat(43));
  expect(readDevice()).toEqual({});
  const { result } = renderHook(() => useRecent('target-languages'));
  act(() => result.current.add('ES'));
  expect(result.current.values).toEqual(['ES']);
});
