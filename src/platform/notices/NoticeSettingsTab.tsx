import { Switch } from 'antd'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { type NoticeKind, notices } from './contract.ts'
import { kindLines, kindNames } from './rules.ts'
import './NoticesDrawer.css'

/** 个人设置 → 通知: the kinds of notices that the user receives. */
export function NoticeSettingsTab() {
  const call = useCall(notices.settings, {}, { messagePlace: 'inPage' })
  return (
    <Panel title={t('接收哪些通知')} hint={t('关闭后不再收到新的，已收到的仍在')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {(kinds) => (
          <ul className="notice-settings">
            {kinds.map((one) => (
              <KindRow key={one.kind} {...one} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function KindRow({ kind, on }: { kind: NoticeKind; on: boolean }) {
  const set = useAction(notices.set)
  const id = `notice-${kind}`
  return (
    <li>
      <label htmlFor={id}>
        {t(kindNames[kind])}
        <small>{t(kindLines[kind])}</small>
      </label>
      <Switch
        id={id}
        checked={set.isPending ? set.variables.on : on}
        loading={set.isPending}
        onChange={(next) => set.mutate({ kind, on: next })}
      />
    </li>
  )
}
