# The server, its client and nothing else. Data live in the volume /data.
FROM python:3.11-slim

RUN useradd --create-home --uid 1000 pounce && install -d -o pounce -g pounce /data /srv/pounce
WORKDIR /srv/pounce

COPY requirements.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements.lock

COPY app app
COPY static static
RUN python -m compileall -q app

USER pounce
ENV HOST=0.0.0.0 PORT=8000 DATA_DIR=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=3s --start-period=5s CMD ["python", "-c", \
  "import os, urllib.request as web; at = os.environ; base = at.get('BASE_PATH', '').strip('/'); web.urlopen(f\"http://127.0.0.1:{at['PORT']}/{base}/healthz\".replace('//h', '/h'), timeout=2)"]
# Exec form: the server gets the stop signal itself and says goodbye to its players.
CMD ["python", "-m", "app"]
