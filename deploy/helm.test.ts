import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environment } from '../apps/server/src/platform/config.ts';
import { projectRoot } from '../apps/server/src/platform/paths.ts';
import { version } from '../apps/server/src/platform/version.ts';
import { findHelm } from './testing/find-helm.ts';

const chart = join(projectRoot, 'deploy/helm/hexpedition');
const read = (name: string) => readFileSync(join(chart, name), 'utf8');
const schema = JSON.parse(read('values.schema.json'));
const values = parse(read('values.yaml'));
const required = { publicUrl: 'https://learn.example.org', labsUrl: 'https://labs.example.net' };

describe('chart', () => {
  const accepts = (changes: object) => new Ajv({ allowUnionTypes: true }).validate(schema, { ...values, ...changes });

  it('has the version of the platform', () => {
    const { version: own, appVersion } = parse(read('Chart.yaml'));
    expect([own, appVersion]).toEqual([version, version]);
  });

  it('has valid values once the addresses are set', () => {
    expect(accepts(required)).toBe(true);
    expect(accepts({})).toBe(false);
  });

  it('rejects a setting that does not exist, and a secret among the settings', () => {
    expect(accepts({ ...required, settings: { REGISTER: 'invite', POW_COST: 50 } })).toBe(true);
    expect(accepts({ ...required, settings: { REGISTRE: 'invite' } })).toBe(false);
    expect(accepts({ ...required, settings: { SMTP_URL: 'smtp://user:password@mail.example.org' } })).toBe(false);
  });

  it('knows every setting of the platform: as a setting, as a secret, or because the chart or the image sets it', () => {
    const templates = readdirSync(join(chart, 'templates')).map((name) => read(`templates/${name}`));
    const set = templates.join('\n').matchAll(/name: ([A-Z]+_?[A-Z_]*[A-Z])(?=,|$)/gm);
    const image = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8');
    const ofImage = /^ENV (NODE_ENV.+)$/m.exec(image)?.[1]?.matchAll(/(\w+)=/g) ?? [];
    const byChart = [...set, ...ofImage].map(([, name]) => name).filter((name) => name !== 'POD_IP' && name !== 'HOME');
    const { settings, secrets } = schema.properties;
    const known = [...byChart, ...Object.keys(settings.properties), ...Object.keys(secrets.properties)];
    expect([...known].sort()).toEqual(Object.keys(environment.shape).sort());
  });

  it('gives a stopping pod more time than it drains, in which the probe fails', () => {
    expect(read('templates/deployment.yaml')).toContain('{{ add .Values.drainSeconds 55 }}');
    const { readinessProbe } = parse(
      `readinessProbe:${read('templates/deployment.yaml').split('readinessProbe:')[1]?.split('livenessProbe:')[0]}`,
    );
    expect(values.drainSeconds).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
  });
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: manifests have no types here
  spec: any;
}

const helm = findHelm();
if (!helm) {
  console.warn(
    'Skipped: helm lint and helm template, because there is no helm in PATH or in the folder of the test cluster.',
  );
}

describe.skipIf(!helm)('chart, rendered by helm', () => {
  const run = async (...args: string[]) => {
    const sets = Object.entries(required).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    return (await promisify(execFile)(helm ?? '', [...args, ...sets])).stdout;
  };
  const render = async (...sets: string[]): Promise<Manifest[]> => {
    const text = await run('template', 'site', chart, ...sets.flatMap((set) => ['--set', set]));
    return parseAllDocuments(text).map((one) => one.toJS() as Manifest);
  };
  const only = (manifests: Manifest[], kind: string) => manifests.filter((one) => one.kind === kind);
  const podOf = ([manifest]: Manifest[]) => manifest?.spec.template.spec;

  it('passes helm lint', async () => {
    expect(await run('lint', '--strict', chart)).toContain('0 chart(s) failed');
  });

  it('is refused without the addresses', async () => {
    const call = promisify(execFile)(helm ?? '', ['template', 'site', chart]);
    await expect(call).rejects.toThrow(/publicUrl/);
  });

  it('has restricted pods without the sandbox of labs, and a restricted migration always', async () => {
    const restricted = {
      ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
      seccompProfile: { type: 'RuntimeDefault' },
    };
    const container = {
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    };
    const manifests = await render('labs.sandbox=false');
    for (const pod of [podOf(only(manifests, 'Deployment')), podOf(only(await render(), 'Job'))]) {
      expect(pod.securityContext).toEqual(restricted);
      expect(pod.containers[0].securityContext).toEqual(container);
      expect(pod).not.toHaveProperty('hostUsers');
    }
  });

  it('allows exactly what the sandbox of labs needs', async () => {
    const pod = podOf(only(await render(), 'Deployment'));
    expect(pod.hostUsers).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'Unconfined' } });
    expect(pod.containers[0].securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, procMount: 'Unmasked' },
      capabilities: { drop: ['ALL'] },
    });
  });

  it('has an Ingress for the platform and the wildcard of labs, with certificates', async () => {
    const [ingress] = only(await render('ingress.tls.platformSecret=a', 'ingress.tls.labsSecret=b'), 'Ingress');
    expect(ingress?.spec.rules.map(({ host }: { host: string }) => host)).toEqual([
      'learn.example.org',
      '*.labs.example.net',
    ]);
    expect(ingress?.spec.tls).toEqual([
      { hosts: ['learn.example.org'], secretName: 'a' },
      { hosts: ['*.labs.example.net'], secretName: 'b' },
    ]);
  });

  it('leaves the number of nodes to the autoscaler, which removes one at a time', async () => {
    const manifests = await render('autoscaling.enabled=true');
    expect(only(manifests, 'Deployment')[0]?.spec).not.toHaveProperty('replicas');
    expect(only(manifests, 'HorizontalPodAutoscaler')[0]?.spec.behavior.scaleDown.policies).toEqual([
      { type: 'Pods', value: 1, periodSeconds: 600 },
    ]);
  });

  it('reads secrets only from Secret objects', async () => {
    const { env } = podOf(only(await render(), 'Deployment')).containers[0];
    for (const name of Object.keys(schema.properties.secrets.properties)) {
      for (const one of env.filter((each: { name: string }) => each.name === name)) {
        expect(one.valueFrom.secretKeyRef).toEqual({ name: 'hexpedition', key: name });
      }
    }
  });

  it('keeps homes on the claim, if there is one', async () => {
    const pod = podOf(only(await render('homes.existingClaim=homes'), 'Deployment'));
    expect(pod.containers[0].volumeMounts).toContainEqual({ name: 'homes', mountPath: '/data/homes' });
    expect(pod.volumes).toContainEqual({ name: 'homes', persistentVolumeClaim: { claimName: 'homes' } });
  });

  it('denies traffic that is not listed, in both directions', async () => {
    const [policy] = only(await render(), 'NetworkPolicy');
    const { policyTypes, ingress, egress } = policy?.spec ?? {};
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
    expect(JSON.stringify(egress)).toContain('169.254.0.0/16');
    for (const rule of [...ingress, ...egress]) expect(rule.ports.length).toBeGreaterThan(0);
  });
});
