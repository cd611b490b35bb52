import type { Fault } from './fault.ts'
import { type Rig, ROBOT_URL } from './rig.ts'
import { refuseWrites } from './sql.ts'

const EXPORT = {
  list: 'list.stores',
  path: '/api/stores',
  module: '店铺',
  query: { sort: 'name' },
  filters: [],
  columns: [{ title: '店铺', type: 'text', from: { field: 'name' } }],
  locale: 'zh-CN',
}

async function requestExport(rig: Rig): Promise<void> {
  const { status, text } = await rig.call('POST /api/exports/files', EXPORT)
  if (status !== 200) throw new Error(`no export: ${text}`)
}

/** A subscription of the admin to a robot that cuts its connections; returns when it is due, at a full hour. */
async function subscribeRobot(rig: Rig): Promise<() => Promise<void>> {
  const must = async (route: `POST /${string}`, body: object) => {
    const answer = await rig.call(route, body)
    if (answer.status !== 200) throw new Error(`${route}: ${answer.text}`)
    return answer.data.id as number
  }
  const name = '故障演练'
  const webhookId = await must('POST /api/webhooks', {
    name,
    kind: 'wecom',
    url: ROBOT_URL,
  })
  const look = { dense: false, shown: {}, order: [], pins: {} }
  const viewId = await must('POST /api/saved-views', {
    list: 'list.stores',
    name,
    scope: 'personal',
    query: '',
    look,
  })
  const hour = (new Date(rig.clock.now()).getUTCHours() + 9) % 24
  const id = await must('POST /api/subscriptions', { viewId, every: 'day', hour, webhookId })
  const next = Math.ceil(rig.clock.now() / 3_600_000) * 3_600 - rig.clock.now() / 1_000
  rig.robot.isDown = true
  await rig.clock.advance(next + 1)
  return async () => {
    rig.robot.isDown = false
    await rig.call(`DELETE /api/subscriptions/${id}`)
    await rig.call(`DELETE /api/webhooks/${webhookId}`)
    await rig.call(`DELETE /api/saved-views/${viewId}`)
  }
}

export const workFaults: readonly Fault[] = [
  {
    title: '任务失败',
    how: '数据库拒绝任务“rerate”的成功记录，任务因此失败',
    engine: 'PostgreSQL',
    key: 'job.failed',
    words: /任务“.+”(在 .+ 没有完成|试了 \d 次都没有完成)/,
    inject: (rig) =>
      refuseWrites(rig, 'fault_job', 'update on job_run', `new.job = 'rerate' and new.state = 'done'`),
  },
  {
    title: '任务没有按时运行',
    how: '数据库拒绝任务“subscriptions”的开始记录，没有节点能开始它',
    engine: 'PostgreSQL',
    key: 'job.missed',
    words: /任务“.+”没有按时运行：.+就该开始/,
    within: { seconds: 1_500, reason: '任务每 5 分钟一次，晚 15 分钟没有开始才算没有按时' },
    inject: (rig) => refuseWrites(rig, 'fault_job', 'insert on job_run', `new.job = 'subscriptions'`),
  },
  {
    title: '任务一直不结束',
    how: '把“weekly-warnings”最近一次的记录改成 3 小时前开始、仍在运行',
    engine: 'PostgreSQL',
    key: 'job.long',
    words: /任务“.+”已(运行|开始) 3 小时/,
    inject: async (rig) => {
      await rig.query(
        `update job_run set state = 'running', attempts = 1, ended_at = null, outcome = null,
           started_at = now() - interval '3 hours', beat_at = now() + interval '20 minutes'
         where (job, due_at) in (select job, max(due_at) from job_run where job = 'weekly-warnings' group by job)`,
      )
      // The node that takes the run over ends it.
      return async () =>
        void (await rig.query(
          `update job_run set beat_at = now() - interval '5 minutes' where job = 'weekly-warnings' and state = 'running'`,
        ))
    },
  },
  {
    title: '导出队列不动',
    how: '数据库拒绝“开始写文件”的记录，请求的文件一直在等',
    engine: 'PostgreSQL',
    key: 'queue.exports',
    words: /后台导出排队：\d+ 个文件在等/,
    within: { seconds: 600, reason: '文件等 5 分钟没有动静才算不动' },
    inject: async (rig) => {
      const end = await refuseWrites(
        rig,
        'fault_export',
        'update on export_file',
        `old.state = 'waiting' and new.state = 'running'`,
      )
      await requestExport(rig)
      return end
    },
  },
  {
    title: '群机器人连不上',
    how: '群机器人的服务断开每一个连接，到点的订阅送不出去',
    engine: 'PostgreSQL',
    key: 'queue.deliveries',
    words: /订阅没有按时送达：\d+ 个在等/,
    within: { seconds: 1_800, reason: '送达失败会自己再试，晚 20 分钟才算没有按时' },
    noGroup: '群连不上',
    inject: subscribeRobot,
  },
  {
    title: '群收不到系统的消息',
    how: '群机器人的服务断开每一个连接，同时系统有一个问题要告诉群',
    engine: 'PostgreSQL',
    key: 'robot.failing',
    words: /群机器人“运维群”没有收到系统状态的消息/,
    within: { seconds: 600, reason: '先要有一个问题发不出去，它自己要 5 分钟之内说出' },
    noGroup: '群连不上',
    inject: async (rig) => {
      rig.robot.isDown = true
      const end = await refuseWrites(rig, 'fault_customer', 'insert on customer', 'true')
      for (let n = 0; n < 10; n += 1) await rig.write()
      await end()
      return async () => {
        rig.robot.isDown = false
      }
    },
  },
  {
    title: '连续出现程序错误（5xx）',
    how: '数据库拒绝新增客户，10 次请求得到 500',
    engine: 'PostgreSQL',
    key: 'errors.5xx',
    words: /最近 15 分钟有 \d+ 个请求因为程序或数据库出错没有办成/,
    resolvedWithin: 1_800,
    inject: async (rig) => {
      const end = await refuseWrites(rig, 'fault_customer', 'insert on customer', 'true')
      for (let n = 0; n < 10; n += 1) await rig.write()
      return end
    },
  },
]
