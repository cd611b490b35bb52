import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

interface Locked {
  version: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  devOptional?: boolean
}

type Versions = Record<string, string>

const { packages }: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'))
const { dependencies, devDependencies, optionalDependencies }: Record<string, Versions> = JSON.parse(
  read('package.json'),
)
const installed = Object.entries(packages).filter(([path]) => path !== '')

test('every package of the lock file comes from the registry, with a hash, and runs no script', () => {
  assert.ok(installed.length > 200)
  for (const [path, { resolved, integrity, link, inBundle, hasInstallScript }] of installed) {
    assert.ok(inBundle || /^sha512-/.test(integrity ?? ''), `${path} has no hash`)
    if (resolved) assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path)
    assert.equal(link, undefined, `${path} is a link`)
    assert.equal(hasInstallScript, undefined, `${path} runs a script while it is installed`)
  }
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
})

test('package.json names exact versions, which are the ones of the lock file', () => {
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies }
  for (const [name, version] of Object.entries(all)) {
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
    assert.equal(packages[`node_modules/${name}`]?.version, version, name)
  }
})

test('npm run sbom lists what runs in production with versions, hashes and licences, without a network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-sbom-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'sbom.json')
  const env = { ...process.env, npm_config_offline: 'true' }
  execFileSync(process.execPath, [join(ROOT, 'scripts/sbom.ts'), path], { env })
  const document = JSON.parse(readFileSync(path, 'utf8'))
  assert.equal(document.bomFormat, 'CycloneDX')
  assert.equal(document.metadata.component.name, 'houtai')
  const components = new Map<string, { version: string; hashes?: object[]; licenses?: object[] }>(
    document.components.map((part: { name: string }) => [part.name, part]),
  )
  for (const [name, version] of Object.entries(dependencies ?? {})) {
    const part = components.get(name)
    assert.equal(part?.version, version, name)
    assert.ok(part?.hashes?.length, `${name} has no hash`)
    assert.ok(part?.licenses?.length, `${name} has no licence`)
  }
  for (const name of Object.keys(devDependencies ?? {})) assert.equal(components.get(name), undefined, name)
  for (const [path, { dev, devOptional }] of installed) {
    const name = path.replace(/^.*node_modules\//, '')
    assert.ok(dev || devOptional || components.has(name), `${name} runs in production and is not listed`)
  }
  for (const { dependsOn } of document.dependencies) {
    for (const ref of dependsOn) assert.ok(components.has(ref.replace(/@[^@]+$/, '')), ref)
  }
})
