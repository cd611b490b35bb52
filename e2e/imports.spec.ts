import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { nickClaims } from '#clients/stores/nicks/contract.ts'
import { addDays, today } from '#kit/calendar.ts'
import { reports } from '#reporting/reports/contract.ts'
import { clientOf } from './support/api.ts'
import { causedBy, pick, readTable } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { type DeskFile, douyinFile, drop, jdFile, pddFile, taobaoFile } from './support/platformFiles.ts'
import { sheetsOf } from './support/sheets.ts'

// Stores that the demo's agent serves, and the agent's nicks there. Each test uses days of its own.
const TMALL = { id: 1, name: '晨曦家居旗舰店', nick: '晨曦家居旗舰店:小禾' }
const PDD = { id: 43, name: '暮色香氛官方店', nick: '暮色香氛客服1' }
const DOUYIN = { id: 64, name: '鹿鸣箱包官方旗舰店', nick: '鹿鸣箱包-小禾', other: '鹿鸣箱包-小彤' }
const JD = { id: 22, name: '一盏灯饰京东旗舰店', nick: 'jd_yzds01' }

const now = today(() => new Date())

/** Opens the import drawer on a page that has its button. */
async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '导入平台数据' }).click()
  const drawer = page.getByRole('dialog', { name: '导入平台数据' })
  await drawer.getByText('把平台导出的文件拖到这里').waitFor()
  return drawer
}

async function choose(page: Page, ...files: DeskFile[]): Promise<void> {
  await page.getByLabel('选择平台导出的文件').setInputFiles(files)
}

const fileRow = (drawer: Locator, name: string) => drawer.getByRole('row').filter({ hasText: name })

async function confirm(drawer: Locator, files = 1): Promise<void> {
  await drawer.getByRole('button', { name: `确认导入 ${files} 个文件` }).click()
  await drawer.getByText(`${files} 个文件已写入`).waitFor()
}

const reportOf = (day: string, storeId?: number) =>
  `/daily-store-report?from=${day}&to=${day}${storeId ? `&storeId=${storeId}` : ''}`

/** The volume of each store on the report's last day: `90`, `接待52`, `缺数据`. */
async function volumes(page: Page): Promise<Map<string, string>> {
  const rows = await readTable(page, '店铺日咨询量列表')
  return new Map(rows.map((cells) => [cells[0] ?? '', (cells[3] ?? '').replace(/\s/g, '')]))
}

/** Opens the report of one store and day and returns its volume. */
async function volumeOf(page: Page, store: { id: number; name: string }, day: string) {
  await page.goto(reportOf(day, store.id))
  await page.getByRole('row', { name: store.name }).waitFor()
  return (await volumes(page)).get(store.name)
}

journey('an agent drops three files and sees the figures in the report', async ({ page, signIn }) => {
  await signIn('agent', reportOf(now))
  await page.getByRole('row', { name: DOUYIN.name }).waitFor()
  const before = await volumes(page)
  for (const { name } of [TMALL, PDD, DOUYIN]) assert.equal(before.get(name), '缺数据')

  const drawer = await openImport(page)
  const tmall = `${TMALL.name}_旺旺账号咨询接待能力明细_${now}.xlsx`
  await drop(page, [
    taobaoFile(tmall, [[TMALL.nick, 377, 372, 5]]),
    pddFile(PDD.name, now, [[PDD.nick, 1090]]),
    douyinFile(DOUYIN.name, now, [
      [DOUYIN.nick, 52],
      [DOUYIN.other, 31],
    ]),
  ])
  await drawer.getByText('3 个可导入').waitFor()
  await fileRow(drawer, tmall).getByText(TMALL.name, { exact: true }).waitFor()
  // Nothing is written before the confirmation.
  await confirm(drawer, 3)
  await drawer.getByRole('button', { name: '完成' }).click()

  await page.getByRole('row', { name: new RegExp(`${PDD.name}.*1,090`) }).waitFor()
  const after = await volumes(page)
  assert.equal(after.get(TMALL.name), '377')
  assert.equal(after.get(PDD.name), '1,090')
  assert.equal(after.get(DOUYIN.name), '接待83')
  assert.equal(after.get(JD.name), '缺数据')
})

/** Confirms the claim of a nick as the head. */
async function confirmClaim(base: string, nick: string): Promise<void> {
  const head = await clientOf(base, 'head')
  const { items } = await head.call(nickClaims.list, { toDecide: 'true' })
  const claim = items.find((one) => one.nick === nick)
  assert.ok(claim)
  await head.call(nickClaims.confirm, { id: claim.id, version: claim.version })
}

journey(
  "an agent claims an unknown nick with its file; after the head's confirmation the next file matches it",
  async ({ page, base, signIn }) => {
    const [first, second] = [addDays(now, -20), addDays(now, -19)]
    const nick = 'jd_yzds_夜班'
    await signIn('agent', '/store-worklog/imports')
    let drawer = await openImport(page)
    await choose(
      page,
      jdFile(first, [
        [JD.nick, 40],
        [nick, 12],
      ]),
    )
    await drawer.getByText('1 个昵称待对应').waitFor()
    await pick(drawer.getByLabel(`${nick} 是谁`).first(), '周小禾（我）')
    await drawer.getByText('可导入', { exact: true }).waitFor()
    await confirm(drawer)
    await drawer.getByText('认领了 1 个昵称，等组长确认。').waitFor()
    await confirmClaim(base, nick)
    await drawer.getByRole('button', { name: '继续导入' }).click()

    drawer = page.getByRole('dialog', { name: '导入平台数据' })
    await choose(
      page,
      jdFile(second, [
        [JD.nick, 44],
        [nick, 15],
      ]),
    )
    await drawer.getByText('可导入', { exact: true }).waitFor()
    await drawer.getByRole('row', { name: `${nick} 周小禾` }).waitFor()
    assert.equal(await drawer.getByLabel(`${nick} 是谁`).count(), 0)
  },
)

/** A day of last month with figures of the store; a few days of the demo have none. */
async function dayWithFigures(base: string, storeId: number): Promise<string> {
  const agent = await clientOf(base, 'agent')
  const days = { from: addDays(now, -36), to: addDays(now, -30) }
  const { items } = await agent.call(reports.dailyStore, { ...days, storeId: [String(storeId)] })
  const found = items.find(({ missing }) => !missing)
  assert.ok(found)
  return found.on
}

journey('an agent undoes an import, which restores the previous figures', async ({ page, base, signIn }) => {
  const day = await dayWithFigures(base, PDD.id)
  await signIn('agent')
  const before = await volumeOf(page, PDD, day)
  assert.match(before ?? '', /^[\d,]+$/)

  const drawer = await openImport(page)
  const file = pddFile(PDD.name, day, [[PDD.nick, 4321]])
  await choose(page, file)
  await drawer.getByText('替换 1 个').waitFor()
  await confirm(drawer)
  assert.equal(await volumeOf(page, PDD, day), '4,321')

  await page.goto('/store-worklog/imports')
  const row = page.getByRole('row').filter({ hasText: file.name })
  await row.getByRole('button', { name: '撤销' }).click()
  const question = page.getByRole('dialog', { name: `撤销“${file.name}”？` })
  await question.getByText('客服的数据恢复为之前的数').waitFor()
  await question.getByRole('button', { name: /撤\s*销/ }).click()
  await row.getByText('已撤销').waitFor()
  assert.equal(await volumeOf(page, PDD, day), before)
})

journey('a file with invalid rows imports the valid and lists the invalid ones', async ({ page, signIn }) => {
  const day = addDays(now, -40)
  await signIn('agent', '/store-worklog/imports')
  const drawer = await openImport(page)
  const name = `有问题_${day}.xlsx`
  await choose(
    page,
    taobaoFile(name, [
      [TMALL.nick, 120, 118, 2],
      [`${TMALL.name}:阿泽`, '很多', 10, 0],
      [`${TMALL.name}:南南`, 10, 9, 11],
    ]),
  )
  await drawer.getByRole('heading', { name: '2 行有问题，不会写入' }).waitFor()
  await drawer.getByRole('row', { name: /^3 咨询人数/ }).waitFor()
  await drawer.getByRole('row', { name: /^4 未回复人数/ }).waitFor()

  const file = await causedBy(
    () => drawer.getByRole('button', { name: '下载问题行' }).last().click(),
    page.waitForEvent('download'),
  )
  const [rows] = (await sheetsOf(file)).values()
  const [head = [], ...bad] = rows ?? []
  assert.deepEqual(
    bad.map((cells) => cells[head.indexOf('行号')]),
    [3, 4],
  )
  assert.deepEqual(
    bad.map((cells) => cells[head.indexOf('咨询人数')]),
    ['很多', '10'],
  )
  for (const cells of bad) assert.ok(cells[head.indexOf('错误原因')])

  await confirm(drawer)
  assert.equal(await volumeOf(page, TMALL, day), '120')
})

journey('a second import of the same file shows a warning', async ({ page, signIn }) => {
  const day = addDays(now, -50)
  const file = pddFile(PDD.name, day, [[PDD.nick, 77]])
  await signIn('agent', '/store-worklog/imports')
  const drawer = await openImport(page)
  await choose(page, file)
  await confirm(drawer)
  await drawer.getByRole('button', { name: '继续导入' }).click()

  await choose(page, file)
  const row = fileRow(drawer, file.name)
  await row.getByText('重复', { exact: true }).waitFor()
  await row.getByText(/同一个文件已由周小禾在 .+ 导入过，再导入不会累加/).waitFor()
  assert.equal(await drawer.getByRole('button', { name: '确认导入' }).isEnabled(), false)
  await row.getByRole('button', { name: '仍要导入' }).click()
  await confirm(drawer)
  assert.equal(await volumeOf(page, PDD, day), '77')
})

journey('a file without a date asks for it', async ({ page, signIn }) => {
  const day = addDays(now, -57)
  await signIn('agent', '/store-worklog/imports')
  const drawer = await openImport(page)
  await choose(page, taobaoFile('旺旺数据.xlsx', [[TMALL.nick, 611, 600, 11]]))
  await drawer.getByText('待补日期').waitFor()
  const dateField = drawer.getByLabel('旺旺数据.xlsx 的日期')
  await dateField.fill(day)
  await dateField.press('Enter')
  await drawer.getByText('可导入', { exact: true }).waitFor()
  await confirm(drawer)
  assert.equal(await volumeOf(page, TMALL, day), '611')
})
