/**
 * The files of deploy/high-availability for a cluster on this machine. Nothing in them is changed but addresses, folders
 * and passwords, so what the suite proves is what an operator installs.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readDeployFile, repository } from '../../../support/deploy-files.ts';
import { adapt } from '../../../support/haproxy.ts';

export const nodeNames = ['node1', 'node2', 'node3'] as const;
export type NodeName = (typeof nodeNames)[number];

export interface Place {
  /** In place of `10.0.0.`: a network of the loopback interface, so that every port is the one of the example. */
  readonly network: string;
  readonly folder: string;
  readonly password: string;
}

export const addressOf = ({ network }: Place, name: NodeName) => `${network}2${name.slice(-1)}`;
export const balancerAddress = ({ network }: Place) => `${network}5`;
export const certificatesOf = ({ folder }: Place) => join(folder, 'certificates');

export function makeCertificates(place: Place): void {
  const script = join(repository, 'deploy/high-availability/make-certificates');
  // 127.0.0.1 is where calls come from here, which etcd compares with the caller's certificate.
  const machines = nodeNames.map(
    (name) => `${name}=${addressOf(place, name)},${balancerAddress(place)},127.0.0.1`,
  );
  execFileSync(script, [certificatesOf(place), ...machines]);
}

export function patroniFile(place: Place, name: NodeName): string {
  const own = join(place.folder, name);
  return adapt(readDeployFile('high-availability/patroni.yml'), {
    // Whoever calls an address of the loopback interface calls from 127.0.0.1.
    '10.0.0.0/24': '127.0.0.0/8',
    '10.0.0.': place.network,
    '/etc/patroni/tls/node': join(own, 'node'),
    '/etc/patroni/tls/ca': join(own, 'ca'),
    '/var/lib/postgresql/15/dragoman': join(own, 'data'),
    '/var/lib/postgresql/.pgpass-patroni': join(own, 'pgpass'),
    '/var/run/postgresql': own,
    // It would reset the machine that the test runs on.
    'mode: automatic': 'mode: off',
  });
}

export function patroniEnvironment(place: Place, name: NodeName): Record<string, string> {
  return ownEnvironment('patroni.env', place, name, (text) =>
    adapt(text, { 'change-me': place.password, '10.0.0.': place.network }),
  );
}

export function etcdEnvironment(place: Place, name: NodeName): Record<string, string> {
  return ownEnvironment('etcd.env', place, name, (text) =>
    adapt(text, {
      '10.0.0.': place.network,
      '/etc/etcd/tls': join(place.folder, name),
      '/var/lib/etcd/dragoman': join(place.folder, name, 'etcd'),
    }),
  );
}

export function haproxyFile(place: Place): string {
  return adapt(readDeployFile('high-availability/haproxy.cfg'), {
    '    user haproxy\n    group haproxy\n': '',
    'log /dev/log local0': 'log stderr local0',
    '10.0.0.': place.network,
    '/etc/haproxy/certs': certificatesOf(place),
  });
}

/** The example is of the first node: on the others name and address are theirs, as it says, but not in the list of all. */
function ownEnvironment(
  file: string,
  place: Place,
  name: NodeName,
  adaptText: (text: string) => string,
): Record<string, string> {
  const lines = adaptText(readDeployFile(`high-availability/${file}`))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [variable = '', value = ''] = line.split(/=(.*)/s);
      if (variable === 'ETCD_INITIAL_CLUSTER') return [variable, value];
      const own = value.replace('node1', name).replace(addressOf(place, 'node1'), addressOf(place, name));
      return [variable, own];
    }),
  );
}
