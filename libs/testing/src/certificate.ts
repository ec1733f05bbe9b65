import tls from 'node:tls';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates an untrusted certificate for servers on this machine, or for another name. */
export async function createCertificate(dnsName = 'localhost'): Promise<Certificate> {
  const altNames = [
    { type: 2, value: dnsName } as const,
    ...(dnsName === 'localhost' ? [{ type: 7, ip: '127.0.0.1' } as const] : []),
  ];
  const { private: key, cert } = await generate([{ name: 'commonName', value: dnsName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { key, cert };
}

/** Makes this process trust a certificate, as NODE_EXTRA_CA_CERTS does, until the returned function is called. */
export function trustCertificate({ cert }: Certificate): () => void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, cert]);
  return () => tls.setDefaultCACertificates(before);
}
