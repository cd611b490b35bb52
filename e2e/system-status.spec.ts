import assert from 'node:assert/strict'
import { journey, PHONE } from './support/journey.ts'
import { assertAccessible } from './support/screens.ts'

const STATUS = '/account/settings/system'

journey(
  'an operator reads the state of the system, its tasks and their runs, and checks again',
  async (visit) => {
    const { page, signIn } = visit
    await signIn('admin', STATUS)
    await page.getByRole('heading', { name: '系统状态', level: 1 }).waitFor()
    const tasks = page.getByRole('table', { name: '任务' })
    await tasks.getByRole('button', { name: '操作日志校验' }).waitFor()
    for (const panel of ['备份', '节点', '磁盘', '队列', '操作日志'])
      await page.getByRole('heading', { name: panel, exact: true }).waitFor()
    await assertAccessible(page, 'the system status')
    await tasks.getByRole('button', { name: '操作日志校验' }).click()
    await page.getByRole('dialog', { name: /操作日志校验：近 30 天/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '重新检查' }).click()
    await page.getByText('已重新检查').waitFor()
  },
)

journey('a problem is shown with its remedy, in the menu of settings and on the home page', async (visit) => {
  const { page, signIn } = visit
  const problem = {
    key: 'backup.failed:s3',
    severity: 'error',
    title: '到 s3 的备份连续 3 次没有成功：那里的空间不足',
    remedy: '先做：看放备份的地方是否连得上、有没有空间、账号是否过期；一小时内会自动再试。',
    since: new Date().toISOString(),
    notifiedAt: new Date().toISOString(),
    toldPeople: 1,
    toldGroups: 0,
  }
  await page.route('**/api/system/open-problems*', (route) =>
    route.fulfill({ json: { success: true, data: { items: [problem] } } }),
  )
  await page.route('**/api/system/status', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.problems = [problem]
    await route.fulfill({ json: answer })
  })
  await signIn('admin', '/welcome')
  await page.getByText(problem.title).waitFor()
  await page.goto(page.url().replace('/welcome', STATUS))
  await page.getByText(problem.title).waitFor()
  await page.getByText(/空间、账号是否过期/).waitFor()
  await assertAccessible(page, 'the system status with a problem')
})

journey(
  'on a phone the tasks are cards',
  async ({ page, signIn }) => {
    await signIn('admin', STATUS)
    await page.getByRole('table', { name: '任务' }).waitFor()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    assert.ok(wider <= 0, `${wider} px wider than the phone`)
  },
  { viewport: PHONE },
)

journey('others have no system status', async ({ page, signIn }) => {
  await signIn('head', STATUS)
  await page.getByText('403').waitFor()
})
