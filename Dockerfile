# Two images: the server, which is the default, and with `--target proxy` the Caddy of docker-compose.yml.

FROM python:3.11.17-slim-bookworm AS build
WORKDIR /srv/pounce
COPY requirements.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check --root-user-action ignore --ignore-installed \
  --prefix /packages --requirement requirements.lock
COPY app app
COPY static static
# Compiled for good: nothing is written where it runs, and files may get new times on their way there.
RUN python -m compileall -q --invalidation-mode unchecked-hash app

FROM caddy:2.11.7-alpine AS proxy
# The image's own program asks for a right that is needed below port 1024 only, and does not start where all rights are
# taken away. A copy asks for none.
RUN cp /usr/bin/caddy /usr/local/bin/caddy && install -d -o 1000 -g 1000 /var/lib/caddy
COPY docs/deploy/Caddyfile /etc/caddy/Caddyfile
ENV XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/tmp
USER 1000:1000
VOLUME /var/lib/caddy
EXPOSE 8080 8443
HEALTHCHECK --interval=15s --timeout=3s --start-period=5s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8081/"]
CMD ["/usr/local/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

FROM python:3.11.17-slim-bookworm AS app
RUN install -d -o 1000 -g 1000 /data
COPY --from=build /packages /usr/local
WORKDIR /srv/pounce
COPY --from=build /srv/pounce ./
ENV HOST=0.0.0.0 PORT=8000 DATA_DIR=/data PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 1000:1000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s CMD ["python", "-m", "app", "health"]
# Exec form: the server gets the stop signal itself and says goodbye to its players.
CMD ["python", "-m", "app"]
