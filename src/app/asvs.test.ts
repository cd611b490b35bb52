import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { permissionNames, permissions } from '#access/permissions.ts'
import { MASKED_FIELDS } from '#kit/masks.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The requirements of levels 1 and 2 of ASVS 5.0.0, by section; those of level 3 are left out. */
const REQUIREMENTS: Record<string, string> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
}

/** How a line is met other than by a test. */
const OTHERWISE = /\*\*(Documentation|Operator):\*\*|\*\*Not applicable\.\*\*/

interface Line {
  id: string
  requirement: string
  verification: string
}

const lines: Line[] = read('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = '', level, requirement = '', , verification = '', ...more] = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim())
    assert.match(String(level), /^[12]$/, line)
    assert.deepEqual(more, [], line)
    return { id, requirement, verification }
  })

/** A link of a page: its text, its file relative to the root, and its place in it. */
interface Link {
  text: string
  path: string
  anchor: string | undefined
}

function linksOf(text: string, page: string): Link[] {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].flatMap(([, label = '', target = '']) => {
    if (/^https?:/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    return [{ text: label, path: path === '' ? page : join(dirname(page), path), anchor }]
  })
}

const titlesOfFiles = new Map<string, RegExp[]>()

/** The titles of the tests of a file; one of a template fits any values. */
function titlesOf(path: string): RegExp[] {
  const known = titlesOfFiles.get(path)
  if (known) return known
  const titles = [...read(path).matchAll(/\b(?:test|journey)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)]
  const found = titles.map(([, , title = '']) => {
    const parts = title.replace(/\\(.)/g, '$1').split(/\$\{[^}]*\}/)
    return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)
  })
  titlesOfFiles.set(path, found)
  return found
}

test('every requirement of levels 1 and 2 is in the table exactly once, in its order', () => {
  const expected = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
    numbers.split(' ').map((number) => `${section}.${number}`),
  )
  assert.equal(expected.length, 253)
  assert.deepEqual(
    lines.map(({ id }) => id),
    expected,
  )
})

test('every line has a requirement, and a test, a document, a duty of the operator or a reason', () => {
  for (const { id, requirement, verification } of lines) {
    assert.ok(requirement.length > 8, id)
    const tests = linksOf(verification, 'docs/asvs.md').filter(({ path }) => /\.(test|spec)\.ts$/.test(path))
    assert.ok(tests.length > 0 || OTHERWISE.test(verification), `${id} is not verified`)
  }
})

test('every named test exists in its file', () => {
  const tests = linksOf(read('docs/asvs.md'), 'docs/asvs.md').filter(({ path }) =>
    /\.(test|spec)\.ts$/.test(path),
  )
  assert.ok(tests.length > 250)
  const missing = tests
    .filter(
      ({ text, path }) => !existsSync(join(ROOT, path)) || !titlesOf(path).some((title) => title.test(text)),
    )
    .map(({ text, path }) => `${path}: ${text}`)
  assert.deepEqual(missing, [])
})

const PAGES = 'authentication authorization cryptography data deployment files load logging validation'
  .split(' ')
  .map((name) => `docs/security/${name}.md`)

/** The place of a heading in a page, as GitHub names it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')

test('every link of the table and of the pages on security leads to a file and a heading', () => {
  for (const page of ['docs/asvs.md', ...PAGES]) {
    for (const { text, path, anchor } of linksOf(read(page), page)) {
      assert.ok(existsSync(join(ROOT, path)), `${page}: ${text} → ${path}`)
      if (!anchor) continue
      const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
      assert.ok(headings.includes(anchor), `${page}: ${text} → ${path}#${anchor}`)
    }
  }
})

test('the page on authorization has every permission with the roles and reaches of the program', () => {
  const page = read('docs/security/authorization.md')
  const rows = permissionNames.map((name) => {
    const row = permissions[name]
    const cells = (['admin', 'head', 'member', 'sales', 'finance'] as const).map((role) => row[role] ?? '')
    return `| \`${name}\` | ${cells.join(' | ')} |`
  })
  assert.deepEqual(
    page.split('\n').filter((line) => line.startsWith('| `can')),
    rows,
  )
})

test('the inventory of cryptography has every derived key and every algorithm of the program', () => {
  const page = read('docs/security/cryptography.md')
  const [, purposes = ''] = /type KeyPurpose =([\s\S]*?)\n\n/.exec(read('src/kit/keys.ts')) ?? []
  const keys = [...purposes.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  assert.ok(keys.length >= 9)
  for (const key of keys) assert.ok(page.includes(`\`${key}\``), key)
  for (const algorithm of ['argon2id', 'AES-256-GCM', 'SHA-256', 'HMAC-SHA-1', 'HKDF-SHA-256'])
    assert.ok(page.includes(algorithm), algorithm)
})

test('the page on data names every masked and every encrypted field of the program', () => {
  const page = read('docs/security/data.md')
  for (const field of MASKED_FIELDS) assert.ok(page.includes(`\`${field}\``), field)
  for (const kind of ['second factors', 'robots', 'cards of payouts', 'stored answers'])
    assert.ok(page.includes(kind), kind)
})
