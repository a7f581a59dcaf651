import json,sys
# kept.py FILE.json: shape facts; writes /tmp/lo/k_{ours,triton}.ptx
import os
d=json.load(open(sys.argv[1])); os.makedirs('/tmp/lo',exist_ok=True)
for w in d['compiled']:
    open('/tmp/lo/k_%s.ptx'%w,'w').write(d['compiled'][w]['text'])
    print(w,{k:v for k,v in d['compiled'][w].items() if k!='text'})
print({k:(v if len(str(v))<1500 else str(v)[:1500]) for k,v in d.items() if k!='compiled'})
