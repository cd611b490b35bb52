import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readSettings, SETTING_NAMES } from '../../src/app/settings.ts'
import { PROGRAM_VERSION } from '../../src/db/version.ts'
import { ROOT } from '../steps.ts'

interface Service {
  image: string
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }> | string[]
  healthcheck?: { test: string[] }
  volumes?: string[]
  networks?: string[]
  ports?: string[]
  command?: string | string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

interface Compose {
  services: Record<'postgres' | 'roles' | 'searches' | 'houtai' | 'caddy', Service>
  volumes: Record<string, null>
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
}

const { services, volumes, networks }: Compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), {
  merge: true,
})
const { postgres, roles, searches, houtai, caddy } = services

/** What `.env` beside the file contains. */
const GIVEN: Record<string, string> = {
  HOUTAI_DOMAIN: 'houtai.example.cn',
  POSTGRES_PASSWORD: 'a-password',
  OWNER_PASSWORD: 'owners-password',
  APP_PASSWORD: 'programs-password',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
}

/** Replaces variables as Compose does: `${NAME:?}` is required, `${NAME:-default}` is not. */
function filled(text: string): string {
  return text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name, kind, otherwise) => {
    assert.ok(kind === '-' || GIVEN[name] !== undefined, `${name} is required but not documented`)
    return GIVEN[name] ?? otherwise
  })
}

/** The settings of a service as the program reads them. */
function settingsOf({ environment = {} }: Service) {
  const settings = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, filled(value)]),
  )
  for (const name of Object.keys(settings)) assert.ok(SETTING_NAMES.includes(name), name)
  return readSettings(settings, false)
}

const loginOf = (url = '') => [new URL(url).username, new URL(url).password]

test('the program’s settings in compose.yaml exist and are accepted', () => {
  const read = settingsOf(houtai)
  assert.deepEqual(loginOf(read.databaseUrl), [read.roles.app, GIVEN.APP_PASSWORD])
  assert.deepEqual(loginOf(read.migrateDatabaseUrl), [read.roles.owner, GIVEN.OWNER_PASSWORD])
  assert.equal(read.adminDatabaseUrl, undefined)
  assert.equal(new URL(read.databaseUrl ?? '').hostname, 'postgres')
  assert.equal(filled(houtai.image), `houtai:${PROGRAM_VERSION}`)
})

test('only Caddy can be reached from outside; it serves TLS, and the program believes its network only', () => {
  assert.deepEqual([postgres.ports, houtai.ports, caddy.ports], [undefined, undefined, ['80:80', '443:443']])
  assert.equal(filled(String(caddy.command)), 'caddy reverse-proxy --from houtai.example.cn --to houtai:8000')
  assert.deepEqual([postgres.networks, caddy.networks], [['inside'], ['outside']])
  assert.deepEqual(houtai.networks, ['inside', 'outside'])
  assert.equal(networks.inside?.internal, true)
  const [outside] = networks.outside?.ipam?.config ?? []
  assert.equal(houtai.environment?.TRUST_PROXY, outside?.subnet)
})

test('the administrator sets up the roles before the program, and the searches after it', () => {
  for (const service of [roles, searches]) {
    const read = settingsOf(service)
    assert.deepEqual(service.command, ['db:roles', '--passwords-from-settings'])
    assert.deepEqual(loginOf(read.adminDatabaseUrl), [
      postgres.environment?.POSTGRES_USER,
      GIVEN.POSTGRES_PASSWORD,
    ])
    assert.deepEqual(
      [read.databaseUrl, read.migrateDatabaseUrl],
      [settingsOf(houtai).databaseUrl, settingsOf(houtai).migrateDatabaseUrl],
    )
    assert.deepEqual([service.image, service.networks], [houtai.image, ['inside']])
    assert.deepEqual([service.read_only, service.cap_drop], [true, ['ALL']])
  }
  assert.deepEqual(roles.depends_on, { postgres: { condition: 'service_healthy' } })
  assert.deepEqual(searches.depends_on, { houtai: { condition: 'service_healthy' } })
})

test('the program runs without rights on a read-only image, after PostgreSQL is ready', () => {
  assert.deepEqual(houtai.depends_on, { roles: { condition: 'service_completed_successfully' } })
  assert.match(postgres.healthcheck?.test.join(' ') ?? '', /pg_isready/)
  assert.match(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'), /^HEALTHCHECK /m)
  assert.equal(houtai.read_only, true)
  assert.deepEqual(houtai.cap_drop, ['ALL'])
  assert.deepEqual(houtai.security_opt, ['no-new-privileges:true'])
})

test('every volume is declared and keeps data, key and certificates', () => {
  const mounts = [postgres, houtai, caddy].flatMap((service) => service.volumes ?? [])
  assert.deepEqual(mounts, [
    'database:/var/lib/postgresql/data',
    'data:/var/lib/houtai',
    'certificates:/data',
  ])
  assert.deepEqual(Object.keys(volumes), ['database', 'data', 'certificates'])
})
