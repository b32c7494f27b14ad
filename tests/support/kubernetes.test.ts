import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { BarmanObjectStoreConfiguration } from '@kubernetes-models/cloudnative-pg/github.com/cloudnative-pg/barman-cloud/pkg/api/BarmanObjectStoreConfiguration';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import { Pooler } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Pooler';
import { ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/ScheduledBackup';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ConfigError, parseConfig } from '~/server/config.ts';

const FOLDER = 'deploy/kubernetes';
/** What a replica opens in addition to its pool: the queue's 3, the gateway's lock and LISTEN. */
const OTHER_CONNECTIONS = 5;

const models = [
	...[Cluster, Pooler, ScheduledBackup, Deployment, HorizontalPodAutoscaler, Ingress],
	...[NetworkPolicy, PodDisruptionBudget, Namespace, Service],
];
type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };
type Kustomization = {
	namespace: string;
	resources: string[];
	images: { name: string; newTag: string }[];
};

const names = (await readdir(FOLDER)).filter((name) => name !== 'kustomization.yaml');
const texts = await Promise.all(names.map((name) => readFile(`${FOLDER}/${name}`, 'utf8')));
const manifests = texts.flatMap((text) =>
	parseAllDocuments(text).map((document) => document.toJS() as Manifest),
);
const kustomization = parse(await readFile(`${FOLDER}/kustomization.yaml`, 'utf8')) as Kustomization;

/** Throws when the manifest does not follow the schema of its kind. */
function validateManifest({ ...manifest }: Manifest): void {
	if (manifest.kind === 'ObjectStore') {
		expect(manifest.apiVersion).toBe('barmancloud.cnpg.io/v1');
		const { configuration } = (manifest as unknown as { spec: { configuration: never } }).spec;
		new BarmanObjectStoreConfiguration(configuration).validate();
		return;
	}
	const model = models.find(
		({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind,
	);
	if (!model) throw new Error(`no schema of ${manifest.apiVersion} ${manifest.kind}`);
	new model(manifest as never).validate();
}

/** Returns the manifest of a kind and name. Throws when there is none. */
function getManifest<T>(kind: string, name: string): T {
	const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
	if (!found) throw new Error(`no ${kind} ${name}`);
	return found as T;
}

const deployment = getManifest<InstanceType<typeof Deployment>>('Deployment', 'townbell');
const pod = deployment.spec?.template;
const container = pod?.spec?.containers[0];
const cluster = getManifest<InstanceType<typeof Cluster>>('Cluster', 'townbell-database');
const pooler = getManifest<InstanceType<typeof Pooler>>('Pooler', 'townbell-pooler');
const autoscaler = getManifest<InstanceType<typeof HorizontalPodAutoscaler>>(
	'HorizontalPodAutoscaler',
	'townbell',
);
const ingress = getManifest<InstanceType<typeof Ingress>>('Ingress', 'townbell');
const service = getManifest<InstanceType<typeof Service>>('Service', 'townbell');
const example = await readFile('.env.example', 'utf8');
/** The configuration of a pod whose Secret was made of .env.example. */
const exampleConfig = parseConfig({
	...Object.fromEntries([...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
	...Object.fromEntries(container?.env?.map(({ name, value }) => [name, value]) ?? []),
});
const findEnv = (name: string) => container?.env?.find((entry) => entry.name === name)?.value;

describe('schemas', () => {
	test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
		'%s %s follows its schema',
		(_kind, _name, manifest) => {
			expect(() => validateManifest(manifest)).not.toThrow();
			expect(() => validateManifest({ ...manifest, apiVersion: 'example.org/v1' })).toThrow();
		},
	);

	/** Returns TypeScript's errors about the manifests as literals of their kinds: fields that do not exist. */
	async function listUnknownFields(checked: readonly object[]): Promise<string> {
		const folder = await mkdtemp('node_modules/.manifests-');
		try {
			const lines = (checked as Manifest[]).flatMap(({ ...manifest }, index) => {
				const { apiVersion, kind } = manifest;
				if (kind === 'ObjectStore') return [];
				const source = apiVersion.startsWith('postgresql.cnpg.io/')
					? `@kubernetes-models/cloudnative-pg/${apiVersion}/${kind}`
					: `kubernetes-models/${apiVersion}/${kind}`;
				return [
					`import type { I${kind} as Manifest${index} } from '${source}';`,
					`export const manifest${index}: Manifest${index} = ${JSON.stringify(manifest)};`,
				];
			});
			const file = `${folder}/manifests.ts`;
			await writeFile(file, lines.join('\n'));
			const options =
				'--ignoreConfig --noEmit --strict --skipLibCheck --target esnext --module preserve --types';
			const run = spawnSync('node_modules/.bin/tsc', [...options.split(' '), '', file], { encoding: 'utf8' });
			return run.stdout + run.stderr;
		} finally {
			await rm(folder, { recursive: true });
		}
	}

	test('no manifest has a field that its kind does not have', async () => {
		expect(await listUnknownFields(manifests)).toBe('');
		const wrong = { ...service, spec: { ...service.spec, selectr: { app: 'townbell' } } };
		expect(await listUnknownFields([wrong])).toContain(`'"selectr"' does not exist`);
	});

	test('a fault in a manifest is found', () => {
		const withSpec = (manifest: object, change: object) =>
			({ ...manifest, spec: { ...(manifest as { spec: object }).spec, ...change } }) as unknown as Manifest;
		for (const wrong of [
			withSpec(deployment, { replicas: 'three' }),
			withSpec(deployment, { selector: undefined }),
			withSpec(cluster, { instances: 'three' }),
			withSpec(pooler, { pgbouncer: { poolMode: 'statement' } }),
			withSpec(autoscaler, { maxReplicas: undefined }),
			withSpec(getManifest('ObjectStore', 'townbell-backups'), { configuration: {} }),
		])
			expect(() => validateManifest(wrong), JSON.stringify(wrong)).toThrow();
	});
});

test('the kustomization lists exactly the manifests that exist, and this version of the image', async () => {
	expect(kustomization.resources.toSorted()).toEqual(names.toSorted());
	expect(kustomization.namespace).toBe(getManifest<Manifest>('Namespace', 'townbell').metadata.name);
	const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
	expect(kustomization.images).toEqual([
		expect.objectContaining({ name: container?.image, newTag: version }),
	]);
});

test('every variable is one that the program reads, and the required ones are set', () => {
	const documented = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
	const given = container?.env?.map(({ name }) => name) ?? [];
	expect(given.filter((name) => !documented.includes(name))).toEqual([]);
	// The Secret is made of .env, which has the lines of .env.example that are not comments.
	expect(container?.envFrom).toEqual([{ secretRef: { name: 'townbell' } }]);
	const inSecret = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
	expect(listRequired().filter((name) => !given.includes(name) && !inSecret.includes(name))).toEqual([]);
	expect(exampleConfig).toMatchObject({ NODE_ENV: 'production', TRUST_PROXY_HOPS: 1 });
	expect(exampleConfig.HOST).toBeUndefined();
	// Kubernetes fills in only what is defined above.
	expect(given.indexOf('POSTGRES_PASSWORD')).toBeLessThan(given.indexOf('DATABASE_URL'));
});

/** Returns the variables without which the program does not start. */
function listRequired(): string[] {
	try {
		parseConfig({});
	} catch (error) {
		if (error instanceof ConfigError) return error.problems.map(({ variable }) => variable);
	}
	throw new Error('the program starts without variables');
}

test('the log of the ingress has no addresses, which may be calendar links and sign-in tokens', () => {
	const { annotations } = ingress.metadata ?? {};
	expect(annotations?.['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false');
});

test('names, ports, labels and hosts agree', () => {
	const labels = pod?.metadata?.labels;
	const port = container?.ports?.[0];
	const podDisruptionBudget = getManifest<InstanceType<typeof PodDisruptionBudget>>(
		'PodDisruptionBudget',
		'townbell',
	);
	const rule = ingress.spec?.rules?.[0];
	const backend = rule?.http?.paths[0]?.backend.service;
	const url = new URL(findEnv('DATABASE_URL') ?? '');
	const readUrl = new URL(findEnv('DATABASE_READ_URLS') ?? '');
	const initdb = cluster.spec.bootstrap?.initdb;
	const secret = container?.env?.find(({ name }) => name === 'POSTGRES_PASSWORD')?.valueFrom?.secretKeyRef;
	const probes = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe];
	const backups = getManifest<InstanceType<typeof ScheduledBackup>>('ScheduledBackup', 'townbell-database');
	const policy = (name: string) =>
		getManifest<InstanceType<typeof NetworkPolicy>>('NetworkPolicy', name).spec;
	const poolerLabels = { 'cnpg.io/poolerName': pooler.metadata.name };
	for (const [what, value, expected] of [
		['port', String(port?.containerPort), findEnv('PORT')],
		['probes', probes.map((probe) => probe?.httpGet?.port), [port?.name, port?.name, port?.name]],
		['selector', deployment.spec?.selector.matchLabels, labels],
		['service', service.spec?.selector, labels],
		['service port', service.spec?.ports?.[0]?.targetPort, port?.name],
		['budget', podDisruptionBudget.spec?.selector?.matchLabels, labels],
		['spread', pod?.spec?.topologySpreadConstraints?.[0]?.labelSelector?.matchLabels, labels],
		['policy', policy('townbell')?.podSelector?.matchLabels, labels],
		['policy port', policy('townbell')?.ingress?.[0]?.ports?.[0]?.port, port?.name],
		['autoscaler', autoscaler.spec?.scaleTargetRef.name, deployment.metadata?.name],
		['ingress', backend?.name, service.metadata?.name],
		['ingress port', backend?.port?.name, service.spec?.ports?.[0]?.name],
		['host', `https://${rule?.host}`, findEnv('APP_URL')],
		['certificate', ingress.spec?.tls?.[0]?.hosts, [rule?.host]],
		['database host', url.hostname, pooler.metadata.name],
		['database user', url.username, initdb?.owner],
		['database name', url.pathname, `/${initdb?.database}`],
		// The operator makes this service of the instances that are not the primary.
		['read host', readUrl.hostname, `${cluster.metadata.name}-ro`],
		['read user', readUrl.username, initdb?.owner],
		['read name', readUrl.pathname, `/${initdb?.database}`],
		[
			'to the database',
			policy('townbell')?.egress?.[0]?.to?.[1]?.podSelector?.matchLabels,
			policy('townbell-database')?.podSelector?.matchLabels,
		],
		[
			'from the app to the database',
			policy('townbell-database')?.ingress?.[1]?.from?.[0]?.podSelector?.matchLabels,
			labels,
		],
		['database secret', secret?.name, `${cluster.metadata.name}-app`],
		['pooler', pooler.spec.cluster.name, cluster.metadata.name],
		['to the pooler', policy('townbell')?.egress?.[0]?.to?.[0]?.podSelector?.matchLabels, poolerLabels],
		['from the app', policy('townbell-pooler')?.ingress?.[0]?.from?.[0]?.podSelector?.matchLabels, labels],
		['pooler policy', policy('townbell-pooler')?.podSelector?.matchLabels, poolerLabels],
		[
			'from the pooler',
			policy('townbell-database')?.ingress?.[0]?.from?.[0]?.podSelector?.matchLabels,
			poolerLabels,
		],
		[
			'database policy',
			policy('townbell-database')?.podSelector?.matchLabels?.['cnpg.io/cluster'],
			cluster.metadata.name,
		],
		['backups', backups.spec.cluster?.name, cluster.metadata.name],
		['archive', cluster.spec.plugins?.[0]?.parameters?.barmanObjectName, 'townbell-backups'],
		['backup plugin', backups.spec.pluginConfiguration?.name, cluster.spec.plugins?.[0]?.name],
	])
		expect(value, String(what)).toEqual(expected);
});

test('the app runs without root, on a read-only disk, and has time to stop', () => {
	expect(pod?.spec?.securityContext).toMatchObject({
		runAsNonRoot: true,
		runAsUser: 1000,
		seccompProfile: { type: 'RuntimeDefault' },
	});
	expect(container?.securityContext).toEqual({
		allowPrivilegeEscalation: false,
		readOnlyRootFilesystem: true,
		capabilities: { drop: ['ALL'] },
	});
	// docs/operations.md, "Stopping": 20 s after SIGTERM.
	const pauseSeconds = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
	expect(pauseSeconds).toBeGreaterThan(0);
	expect(pod?.spec?.terminationGracePeriodSeconds).toBe(pauseSeconds + 20);
});

test('a database that is down takes the app out of the service, but restarts nothing', () => {
	expect(container?.readinessProbe?.httpGet?.path).toBe('/readyz');
	expect(container?.livenessProbe?.httpGet?.path).toBe('/healthz');
	expect(container?.startupProbe?.httpGet?.path).toBe('/healthz');
	// /readyz responds within 2 s.
	expect(container?.readinessProbe?.timeoutSeconds).toBeGreaterThan(2);
});

test('an acknowledged write is on two instances, and connections keep their sessions', () => {
	expect(cluster.spec.instances).toBe(3);
	expect(cluster.spec.postgresql?.synchronous).toEqual({
		method: 'any',
		number: 1,
		dataDurability: 'required',
		failoverQuorum: true,
	});
	expect(pooler.spec.pgbouncer?.poolMode).toBe('session');
	// The app sends these when it connects; PgBouncer refuses a connection with one that it does not know.
	const ignored = pooler.spec.pgbouncer?.parameters?.ignore_startup_parameters?.split(',') ?? [];
	expect(ignored).toEqual(['statement_timeout', 'idle_in_transaction_session_timeout', 'options']);
});

test('there are enough connections for all replicas during an update, also with one pooler pod', () => {
	const perReplica = exampleConfig.DATABASE_POOL_MAX + OTHER_CONNECTIONS;
	const replicas = (autoscaler.spec?.maxReplicas ?? 0) + 1;
	const poolSize = Number(pooler.spec.pgbouncer?.parameters?.default_pool_size);
	const clients = Number(pooler.spec.pgbouncer?.parameters?.max_client_conn);
	const total = Number(cluster.spec.postgresql?.parameters?.max_connections);
	expect(poolSize).toBeGreaterThanOrEqual(replicas * perReplica);
	expect(clients).toBeGreaterThanOrEqual(replicas * perReplica);
	expect(total).toBeGreaterThanOrEqual((pooler.spec.instances ?? 0) * poolSize + 20);
});
