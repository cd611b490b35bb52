import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROGRAM_VERSION } from '../../src/db/version.ts'
import { MANUAL, packagesOf, pathTo, readManual, readPage } from './manual.ts'

const pages = readManual()
const commandsOf = (name: string) => readPage(name).blocks.flatMap(({ commands }) => commands)

test('a page is read into commands, with what the test needs for them', () => {
  const text = [
    '<!-- after: install.md -->',
    '<!-- given: touch key -->',
    '```sh',
    '# a remark',
    'for x in 1 2; do',
    '  echo $x',
    'done',
    "cat > file <<'END'",
    'text',
    'END',
    'apt-get install -y caddy nginx',
    '```',
    '<!-- not run: needs a name on the internet -->',
    '```sh',
    'certbot',
    '```',
  ].join('\n')
  const page = readPage('page.md', text)
  assert.equal(page.after, 'install.md')
  const [first, second] = page.blocks
  assert.deepEqual(first?.commands, [
    'for x in 1 2; do\n  echo $x\ndone',
    "cat > file <<'END'\ntext\nEND",
    'apt-get install -y caddy nginx',
  ])
  assert.deepEqual([first?.given, first?.notRun], [['touch key'], null])
  assert.deepEqual([second?.given, second?.notRun], [[], 'needs a name on the internet'])
  assert.deepEqual(packagesOf([page]), ['caddy', 'nginx'])
  const other = readPage('other.md', '<!-- page not run: by another test -->\n```sh\na\n```\n```sh\nb\n```')
  assert.deepEqual(
    other.blocks.map(({ notRun }) => notRun),
    ['by another test', 'by another test'],
  )
  assert.throws(() => readPage('page.md', '```sh\nfor x in 1\n```'), /not a complete command/)
  assert.throws(() => readPage('page.md', '```sh\necho'), /page\.md:1/)
})

test('every command of the manual is in a block that is run: marked sh, on a page with a machine', () => {
  assert.ok(pages.flatMap(({ blocks }) => blocks).length >= 20)
  for (const page of pages) {
    const path = pathTo(page, pages)
    const runs = page.blocks.some(({ notRun }) => notRun === null)
    assert.ok(!runs || path[0]?.name === 'install.md', `${page.name} does not begin with install.md`)
    const fences = readFileSync(join(MANUAL, page.name), 'utf8').match(/^\s*```\w*$/gm) ?? []
    for (const [index, fence] of fences.entries()) {
      if (index % 2 === 0)
        assert.doesNotMatch(fence, /^\s*```(bash|shell|console)?$/, `${page.name}: a block without sh`)
    }
  }
})

test('the manual and the image name the present version', () => {
  const archive = /houtai-(\d+\.\d+\.\d+)-linux|version=(\d+\.\d+\.\d+)/g
  const named = [...commandsOf('install.md'), ...commandsOf('upgrade.md')].flatMap((line) =>
    [...line.matchAll(archive)].map(([, inName, assigned]) => inName ?? assigned),
  )
  assert.ok(named.length > 5)
  assert.deepEqual([...new Set(named)], [PROGRAM_VERSION])
})

test('links between pages lead to a page', () => {
  let links = 0
  for (const { name } of pages) {
    for (const [, target = ''] of readFileSync(join(MANUAL, name), 'utf8').matchAll(
      /\]\(([\w/.-]+)(?:#[^)]*)?\)/g,
    )) {
      links += 1
      assert.ok(existsSync(join(MANUAL, target)), `${name} links to ${target}`)
    }
  }
  assert.ok(links > 10)
})
