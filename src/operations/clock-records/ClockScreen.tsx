import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { can } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { AttentionBar } from '#kit/ui/AttentionBar.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { ClockDrawerProps } from './ClockDrawer.tsx'
import { clock } from './contract.ts'
import { DaysView } from './DaysView.tsx'
import { FilesView } from './FilesView.tsx'
import { PeopleView } from './PeopleView.tsx'
import './clock.css'

const ClockDrawer = lazyWindow<'ClockDrawer', ClockDrawerProps>(
  () => import('./ClockDrawer.tsx'),
  'ClockDrawer',
  () => true,
)

const VIEWS = { days: '核对', people: '人员对应', files: '导入记录' }
type View = keyof typeof VIEWS

/** 打卡: clock records compared with duty, proposals for attendance, people of the files, and the files. */
export function ClockScreen() {
  const reviews = can(useUser(), 'canReviewWorklog')
  return reviews ? <Reviewed /> : <DaysView />
}

function Reviewed() {
  const [params, setParams] = useSearchParams()
  const requested = params.get('view')
  const view: View = requested && Object.hasOwn(VIEWS, requested) ? (requested as View) : 'days'
  const show = (next: View) => setParams(next === 'days' ? {} : { view: next })
  const [importing, setImporting] = useState(false)
  const [file, setFile] = useOpenNumber('file')
  useOpenFromAddress('import', () => setImporting(true))
  const people = useCall(clock.people, { pageSize: 1 }, { messagePlace: 'inPage' })
  const unknown = people.data?.unknown ?? 0
  const label = (value: View) =>
    value === 'people' && unknown > 0 ? (
      <span className="clock-view">
        {t(VIEWS[value])} <b className="clock-unknown">{unknown}</b>
      </span>
    ) : (
      t(VIEWS[value])
    )
  const open = () => setImporting(true)
  return (
    <div className="clock-screen">
      <Segmented<View>
        className="clock-views"
        options={(Object.keys(VIEWS) as View[]).map((value) => ({ value, label: label(value) }))}
        value={view}
        onChange={show}
        aria-label={t('打卡')}
      />
      {view === 'days' && unknown > 0 && (
        <AttentionBar text={t('{n} 位打卡的人还不知道是谁，对应一次就记住，打卡随即写入', { n: unknown })}>
          <Button type="link" onClick={() => show('people')}>
            {t('去对应')}
          </Button>
        </AttentionBar>
      )}
      {view === 'days' && <DaysView onImport={open} />}
      {view === 'people' && <PeopleView onImport={open} />}
      {view === 'files' && <FilesView onImport={open} onOpen={setFile} />}
      {importing && <ClockDrawer onClose={() => setImporting(false)} />}
      {file !== undefined && <ClockDrawer key={file} id={file} onClose={() => setFile(undefined)} />}
    </div>
  )
}
