import type { Fault } from './fault.ts'
import type { Rig } from './rig.ts'
import { refuseWrites } from './sql.ts'

/** Changes a line of the log past its triggers, as somebody with the rights of the server's administrator can. */
async function changeLine(rig: Rig, id: number, actor: string): Promise<void> {
  await rig.query(`set session_replication_role = replica;
    update audit set actor_name = '${actor}' where id = ${id}`)
}

export const auditFaults: readonly Fault[] = [
  {
    title: '操作日志被改动',
    how: '绕过触发器，直接改数据库里一行操作日志的姓名',
    engine: 'PostgreSQL',
    key: 'audit.broken',
    words: /公司 001 的操作日志被人在系统之外动过/,
    within: { seconds: 900, reason: '校验每 2 分钟走一段，走完一遍才能发现' },
    resolvedWithin: 3_600,
    inject: async (rig) => {
      const [line] = await rig.query<{ id: number; actor_name: string }>(
        `select id::int as id, actor_name from audit where company_code = '001' order by id limit 1`,
      )
      if (!line) throw new Error('the log is empty')
      await changeLine(rig, line.id, '别人')
      return () => changeLine(rig, line.id, line.actor_name)
    },
  },
  {
    title: '操作日志没有封存',
    how: '数据库拒绝封存记录，新的日志行一直没有位置',
    engine: 'PostgreSQL',
    key: 'audit.unsealed',
    words: /操作日志有 .+没有封存/,
    isInRealTime: true,
    inject: async (rig) => {
      const end = await refuseWrites(rig, 'fault_seal', 'insert on audit_seal', 'true')
      await rig.write()
      return end
    },
  },
]
