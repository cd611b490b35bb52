/**
 * `npm run sbom [-- file]`: writes the software bill of materials of what runs in production (CycloneDX): every package
 * of the lock file without those for development, with its version, hash and licence. Needs no network.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The parts of a CycloneDX document that are used here. A `ref` is `name@version`. */
interface Document {
  metadata: { component: { name: string } }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Locked {
  version: string
  dev?: boolean
  devOptional?: boolean
}

/** Runs npm: the one that runs this script, or the installed one. */
function npm(...args: string[]): string {
  const path = process.env.npm_execpath
  const [command, first] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []]
  return execFileSync(command, [...first, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
}

function readDocument(): Document {
  try {
    return JSON.parse(
      npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'),
    )
  } catch (error) {
    throw new Error('npm sbom failed; it needs npm 10 or later', { cause: error })
  }
}

/** The packages that run in production. `npm sbom --omit=dev` also leaves out those that a development package uses. */
function productionRefs(): Set<string> {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(`${ROOT}/package-lock.json`, 'utf8'),
  )
  const used = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  return new Set(used.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`))
}

const { name, version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))
const refs = productionRefs().add(`${name}@${version}`)
const document = readDocument()
// npm names the program by its folder.
document.metadata.component.name = name
document.components = document.components.filter((part) => refs.has(part['bom-ref']))
document.dependencies = document.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((used) => refs.has(used)) }))

const path = resolve(process.argv[2] ?? `${ROOT}/dist/sbom.cdx.json`)
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`)
process.stdout.write(`${document.components.length} packages: ${path}\n`)
