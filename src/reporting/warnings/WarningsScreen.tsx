import { App } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { warnings } from './contract.ts'
import { statusNames } from './rules.ts'
import { LISTED_AT_FIRST } from './subscribable.ts'
import { WarningDrawer } from './WarningDrawer.tsx'
import { WarningSummary } from './WarningSummary.tsx'
import { warningColumns, warningFilters } from './warningColumns.tsx'
import { newestWeek, weekChoices } from './weekChoices.tsx'

/** 周咨询量预警: warnings about volumes over or near the quota, falling, zero or missing, and their handling. */
export function WarningsScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  const [running, setRunning] = useState(false)
  const [open, setOpen] = useOpenNumber('warning')
  useOpenFromAddress('run', () => setRunning(true))
  const run = { label: t('重新检查'), onClick: () => setRunning(true) }
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={warnings.list}
        name={t('预警')}
        columns={warningColumns(user, companies, ({ id }) => setOpen(id))}
        filters={warningFilters(user, companies)}
        initial={LISTED_AT_FIRST}
        tabs={statusTabs(statusNames)}
        actions={[
          { key: 'weeks', label: t('各客户一周'), to: '/weekly-warning-customer-report/customers' },
          { ...run, key: 'run', icon: 'refresh', primary: true },
        ]}
        rowActions={({ id }) => [{ key: 'open', label: t('查看'), onClick: () => setOpen(id) }]}
        summary={({ query }) => <WarningSummary query={query} />}
        empty={{
          text: t('没有这样的预警'),
          hint: t('每周一 08:00 自动检查上一周；大促周不预警。处理过的在“全部”里。'),
          action: run,
        }}
      />
      {open !== undefined && <WarningDrawer id={open} onClose={() => setOpen(undefined)} />}
      <RunForm open={running} onClose={() => setRunning(false)} />
    </>
  )
}

/** Runs the check of a week again, after late imports or changed thresholds. */
function RunForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { message } = App.useApp()
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('重新检查')}
      endpoint={warnings.run}
      defaults={{ week: newestWeek() }}
      fields={[
        {
          ...{ key: 'week', kind: 'select', options: weekChoices() },
          hint: t('补了数据或改了阈值后再检查一次；已处理的预警不会变。'),
        },
      ]}
      submitText={t('检查')}
      doneText={t('检查完成')}
      onDone={({ customers, raised, resolved, promotion }) => {
        const counts = { customers, raised, resolved }
        void message.info(
          promotion
            ? t('这一周是{name}，不发预警。', { name: promotion })
            : t('检查了 {customers} 位客户：新增 {raised} 条，恢复 {resolved} 条。', counts),
        )
      }}
    />
  )
}
