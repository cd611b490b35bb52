/** Weekly warnings, their thresholds, and the churn score. */
export const warnings: Record<string, string> = {
  预警类型: 'Kind of warning',
  级别: 'Level',
  流失风险: 'Churn risk',
  周: 'Week',
  周以周一的日期表示: 'A week is called by its Monday',
  处理说明: 'Note',
  预警: 'This warning',
  接近: 'Near quota',
  超量: 'Over quota',
  归零: 'Silent',
  黄色: 'Yellow',
  红色: 'Red',
  待处理: 'To do',
  处理中: 'In progress',
  已解决: 'Resolved',
  已忽略: 'Ignored',
  低: 'Low',
  中: 'Medium',
  高: 'High',
  '这条预警已经处理完，不能再改。如情况再次出现，下周一会有新的预警。':
    'This warning is settled and cannot be changed. If it happens again, there will be a new one next Monday.',
  '这一周还没有结束，请选 {week} 这一周或更早的。':
    'This week is not over yet. Please choose the week of {week} or an earlier one.',
  '最多重新检查近 {n} 周，请选 {first} 这一周或更晚的。':
    'Only the last {n} {n:week|weeks} can be checked again. Please choose the week of {first} or a later one.',
  '“接近”的界线要低于“超量”的界线。': '"Near quota" has to begin below "Over quota".',
  '“超量”转红的界线不能低于“超量”的界线。': '"Over quota" cannot turn red below where it begins.',
  '{name} {week} 咨询量比平时少 {percent}%': '{name}: {percent}% less volume than usual, {week}',
  '{name} {week} 没有咨询': '{name}: no contacts at all, {week}',
  '{name} {week} 有店铺没有咨询': '{name}: a store without contacts, {week}',
  '{name} {week} 咨询量达到含量的 {percent}%': '{name}: {percent}% of the included volume, {week}',
  '{week} 您的团队有 {n} 条咨询量预警，其中红色 {red} 条':
    '{n} volume {n:warning|warnings} for your team, {red} of them red, {week}',
  '接近：达到含量的': 'Near quota: from',
  '超量：达到含量的': 'Over quota: from',
  '超量转红：达到含量的': 'Over quota turns red: from',
  '下降：比基线少': 'Fall: below the baseline by',
  '缺数据：缺少店天': 'No data: store-days missing',
  '预警阈值刚被别人修改过，请刷新后再改。':
    'Somebody has just changed the thresholds. Please refresh and try again.',
  '{weekOn} 这一周：检查 {customers} 位客户，新增 {raised} 条预警，{resolved} 条已恢复':
    'Week of {weekOn}: {customers} {customers:customer|customers} checked, {raised} {raised:warning|warnings} raised, {resolved} over',
}
