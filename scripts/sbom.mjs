#!/usr/bin/env node
// Prints the SBOM of a release as CycloneDX 1.6. The same lockfile always gives the same bytes.
import { readFileSync } from 'node:fs';
import { installedPackages } from './installed-packages.mjs';

const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8'));
const purlOf = (part) => `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`;
const licences = (id) => [{ license: { id } }];

/** npm stores `sha512-` and base64; CycloneDX requires hexadecimal digits. */
function hashes(integrity) {
  if (integrity === undefined) return {};
  return {
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
    ],
  };
}

const unique = new Map(installedPackages.map((part) => [purlOf(part), part]));
const components = [...unique].map(([purl, part]) => ({
  type: 'library',
  'bom-ref': purl,
  name: part.name,
  version: part.version,
  scope: part.isOptional ? 'optional' : 'required',
  ...hashes(part.integrity),
  licenses: licences(part.license),
  purl,
}));
const product = { type: 'application', 'bom-ref': purlOf({ name, version }), name, version };
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { ...product, licenses: licences(license) } },
  components,
};
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
