import { health } from '#app/healthContract.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'

/** 个人设置 → 关于: version of the program and of the database schema, for fault reports. */
export function AboutTab() {
  const call = useCall(health.live, {}, { messagePlace: 'inPage' })
  return (
    <Panel title={t('版本')} hint={t('报告问题时请附上')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={2} />}>
        {({ version, schema }) => (
          <Facts
            items={[
              { label: t('程序版本'), value: version },
              { label: t('数据库结构'), value: schema },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
